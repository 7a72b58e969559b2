#include "play/shards.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "game/files.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;

class Hash {
 public:
  void add(std::uint64_t word) { hash_ = mix64(hash_ ^ word) * 0x9e3779b97f4a7c15U; }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  std::string hex() const {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash_));
    return text;
  }

 private:
  std::uint64_t hash_ = 0;
};

// Of all that decides the games but their indices, the win table and how the program was built.
std::string run_hash(const AutoplayOptions& options) {
  Hash hash;
  hash.add(header_text(log_header(options)));
  hash.add(options.lexicon->graph().bytes());
  for (const Contestant& player : options.players) {
    for (std::uint32_t rank = 0; rank < player.leaves->ranks(); ++rank)
      hash.add(static_cast<std::uint64_t>(player.leaves->at(rank)));
    if (player.network != nullptr) hash.add(nnue::name_of(*player.network));
  }
  return hash.hex();
}

// 000012000-000013000-1b4e...: in the order of the indices, whoever lists the folder.
std::string shard_name(std::uint64_t begin, std::uint64_t end, const std::string& hash) {
  char range[64];
  std::snprintf(range, sizeof range, "%09llu-%09llu-", static_cast<unsigned long long>(begin),
                static_cast<unsigned long long>(end));
  return range + hash + ".zst";
}

bool is_whole(const std::string& path) {
  auto reader = GameLogReader::open(path);
  if (!reader) return false;
  GameRecord record;
  for (;;) {
    const auto more = reader->next(record);
    if (!more || !*more) return more.has_value();
  }
}

}  // namespace

Result<ShardsResult> autoplay_shards(AutoplayOptions options, const std::string& folder,
                                     std::uint64_t size,
                                     const std::function<void(std::int64_t)>& progress,
                                     std::stop_token stop) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return failure("cannot make the folder " + folder + ": " + error.message());

  const std::string hash = run_hash(options);
  const std::uint64_t last = options.end;
  ShardsResult result;
  while (options.begin < last && !stop.stop_requested()) {
    options.end = std::min((options.begin / size + 1) * size, last);
    const std::string path = fs::path(folder) / shard_name(options.begin, options.end, hash);
    if (is_whole(path)) {
      ++result.skipped;
    } else {
      options.log = temporary_path(path);
      const auto so_far = [&](std::int64_t games) {
        if (progress) progress(result.tally.games + games);
      };
      const auto played = autoplay(options, so_far, stop);
      if (!played) return tl::unexpected(played.error());
      result.tally.add(*played);
      const std::uint64_t asked = (options.end - options.begin) * (options.pairs ? 2 : 1);
      const bool whole = static_cast<std::uint64_t>(played->games) == asked;
      if (whole)
        fs::rename(options.log, path, error);
      else
        fs::remove(options.log, error);
      if (error) return failure("cannot write " + path + ": " + error.message());
      result.written += whole;
    }
    options.begin = options.end;
  }
  return result;
}

}  // namespace zymurgy
