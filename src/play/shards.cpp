#include "play/shards.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <tuple>
#include <utility>

#include "game/files.h"
#include "game/text.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".zst";

// 000012000-000013000-1b4e...
std::string shard_name(std::uint64_t begin, std::uint64_t end, const std::string& hash) {
  return in_order(begin) + '-' + in_order(end) + '-' + hash + std::string(kEnding);
}

// The range that a file's name gives, if it is a shard's.
std::optional<ShardRange> range_of(const std::string& path) {
  const std::string name = fs::path(path).filename();
  ShardRange range;
  range.path = path;
  std::string_view rest = name;
  for (std::uint64_t* index : {&range.begin, &range.end}) {
    const auto number = to_number<std::uint64_t>(take_until(rest, '-'));
    if (!number) return std::nullopt;
    *index = *number;
  }
  if (range.begin >= range.end || !rest.ends_with(kEnding)) return std::nullopt;
  range.run = rest.substr(0, rest.size() - kEnding.size());
  return range;
}

ShardPlan plan_of(const AutoplayOptions& options, const std::string& folder, std::uint64_t size) {
  const std::string hash = options.header->run;
  return {.run = hash,
          .begin = options.begin,
          .end = options.end,
          .size = size,
          .path = [=](std::uint64_t begin, std::uint64_t end) {
            return (fs::path(folder) / shard_name(begin, end, hash)).string();
          }};
}

std::vector<ShardRange> ranges_of(const std::vector<std::string>& files) {
  std::vector<ShardRange> shards;
  for (const std::string& file : files)
    if (auto range = range_of(file)) shards.push_back(std::move(*range));
  return shards;
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

tl::unexpected<Error> overlap(const ShardRange& one, const ShardRange& other) {
  return failure(one.path + " and " + other.path + " overlap in games " +
                 std::to_string(std::max(one.begin, other.begin)) + " to " +
                 std::to_string(std::min(one.end, other.end) - 1) +
                 ": a run must be cut at the same places, so that no game counts twice");
}

}  // namespace

Result<void> check_disjoint(std::vector<ShardRange> shards) {
  const auto place = [](const ShardRange& shard) {
    return std::tie(shard.run, shard.begin, shard.end, shard.path);
  };
  std::sort(shards.begin(), shards.end(),
            [&](const ShardRange& a, const ShardRange& b) { return place(a) < place(b); });
  // In sorted order, a range that overlaps any later one also overlaps the next.
  for (std::size_t i = 0; i + 1 < shards.size(); ++i) {
    const ShardRange &one = shards[i], &other = shards[i + 1];
    if (one.run == other.run && other.begin < one.end) return overlap(one, other);
  }
  return {};
}

Result<void> check_shards(const std::vector<std::string>& files) {
  return check_disjoint(ranges_of(files));
}

ShardRange ShardPlan::shard_of(std::uint64_t game) const {
  const std::uint64_t cut = game - (game - origin) % size;
  const std::uint64_t first = std::max(cut, begin), last = end - cut > size ? cut + size : end;
  return {run, path(first, last), first, last};
}

Result<void> check_plan(const ShardPlan& plan, const std::vector<ShardRange>& there) {
  for (const ShardRange& shard : there) {
    if (shard.run != plan.run || shard.end <= plan.begin || shard.begin >= plan.end) continue;
    for (const std::uint64_t game :
         {std::max(shard.begin, plan.begin), std::min(shard.end, plan.end) - 1})
      if (const ShardRange to_come = plan.shard_of(game); to_come.path != shard.path)
        return overlap(shard, to_come);
  }
  return check_disjoint(there);
}

Result<ShardsResult> autoplay_shards(AutoplayOptions options, const std::string& folder,
                                     std::uint64_t size, const ShardsProgress& progress,
                                     std::stop_token stop) {
  if (const auto made = make_folder(folder); !made) return tl::unexpected(made.error());

  options.discard_partial_log = true;
  options.header = log_header(options);
  const ShardPlan plan = plan_of(options, folder, size);
  const auto files = files_in(folder, {kEnding}, "logs");
  if (auto fits = check_plan(plan, ranges_of(files.value_or(std::vector<std::string>{}))); !fits)
    return tl::unexpected(fits.error());
  ShardsResult result;
  std::int64_t before = 0;
  const auto tell = [&](std::int64_t games) {
    if (progress) progress(before + result.tally.games + games, before);
  };
  for (std::uint64_t next = plan.begin; next < plan.end && !stop.stop_requested();
       next = options.end) {
    const ShardRange shard = plan.shard_of(next);
    options.begin = shard.begin;
    options.end = shard.end;
    const auto asked =
        static_cast<std::int64_t>((shard.end - shard.begin) * (options.pairs ? 2 : 1));
    if (is_whole(shard.path)) {
      ++result.skipped;
      before += asked;
      tell(0);
    } else {
      options.log = shard.path;
      const auto played = autoplay(options, tell, stop);
      if (!played) return tl::unexpected(played.error());
      if (played->games < asked) break;  // stopped: the next run plays all of it
      result.tally.add(*played);
      ++result.written;
    }
  }
  return result;
}

}  // namespace zymurgy
