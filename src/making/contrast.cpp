#include "making/contrast.h"

#include <atomic>
#include <filesystem>
#include <mutex>
#include <utility>

#include "evaluate/move_finder.h"
#include "game/files.h"
#include "game/hash.h"
#include "game/packing.h"
#include "game/threads.h"
#include "play/draw_candidate.h"
#include "play/game.h"
#include "play/record_codec.h"
#include "play/shards.h"
#include "sim/rollout.h"

namespace zymurgy {
namespace {

constexpr const char* kContrastEnding = ".contrast.zst";
static_assert(kMostContrastPlies <= kTalliedPlies, "gains are read from a rollout's tally");

std::string contrast_path(const ContrastOptions& options, std::uint64_t first) {
  return std::filesystem::path(options.folder) / contrast_shard_name(first);
}

ShardRange contrast_range(const std::string& path, ContrastHeader header) {
  const std::uint64_t first = std::exchange(header.first, 0);
  const std::uint64_t games = std::exchange(header.games, 0);
  // The same games, whoever made them.
  header.words.clear();
  header.tables.clear();
  header.engine.clear();
  return {header_text(header), path, first, first + games};
}

// The files that are shards of contrast data, and their headers.
using Shards = std::vector<std::pair<std::string, ContrastHeader>>;

Shards shards_among(const std::vector<std::string>& files) {
  Shards shards;
  for (const std::string& file : files)
    if (const auto header = read_contrast_header(file)) shards.emplace_back(file, *header);
  return shards;
}

std::vector<ShardRange> contrast_ranges(const Shards& shards) {
  std::vector<ShardRange> ranges;
  for (const auto& [path, header] : shards) ranges.push_back(contrast_range(path, header));
  return ranges;
}

// One thread's games.
class ContrastWorker {
 public:
  explicit ContrastWorker(const ContrastOptions& options)
      : header_(options.header),
        leaves_(*options.leaves),
        finder_(*options.lexicon, *options.leaves),
        wins_(options.lexicon->tiles().total()),  // of zeros: the labels are points
        rollout_(guide_maker(*options.lexicon, *options.leaves, wins_)()),
        game_(*options.lexicon, Layout::standard()) {}

  void play(std::uint64_t index, ContrastGame& game) {
    random_ = Random::stream(header_.seed, index);
    game_.start(random_());
    game.record.index = index;
    game.record.begin(game_.position());
    game.groups.clear();
    while (!game_.over()) {
      top_ = finder_.top(game_.position(), game_.lanes(), header_.top);
      auto& group = game.groups.emplace_back();
      const int bag = game_.position().bag_size();
      if (top_.size() > 1 && (header_.late ? bag <= *header_.late : bag > 0)) judge(group);
      const Move move = top_[header_.late || bag > 0 ? draw(header_.temperature) : 0].move;
      game.record.turns.push_back({move, game_.play(move)});
    }
  }

 private:
  // One of the top moves, its odds falling with its distance from the best.
  std::size_t draw(double points) { return draw_candidate(top_, random_, points); }

  // The best move and others, each drawn once.
  std::vector<Candidate> choose() {
    const std::vector<Candidate> all = top_;
    std::vector<Candidate> chosen;
    const auto count = std::min(static_cast<std::size_t>(header_.plays), all.size());
    for (std::size_t i = 0; chosen.size() < count; i = draw(header_.falloff)) {
      chosen.push_back(top_[i]);
      top_.erase(top_.begin() + static_cast<std::ptrdiff_t>(i));
      if (top_.empty()) break;
    }
    top_ = all;
    return chosen;
  }

  void judge(std::vector<ContrastPlay>& group) {
    const std::vector<Candidate> chosen = choose();
    const Stage stage(game_.position(), game_.lanes(), leaves_, chosen, nullptr);
    Deal deal;
    stage.deal(random_(), 0, deal);
    const bool to_the_end = header_.late.has_value();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const Sample& sample = rollout_.play(stage, i, deal, to_the_end ? kToTheEnd : header_.plies);
      ContrastPlay play{chosen[i].move, chosen[i].equity, {}, to_the_end};
      for (int ply = 0; ply < header_.plies; ++ply)
        play.gains.push_back(ply + 1 < std::min(sample.plies, header_.plies)
                                 ? sample.tallied[ply].gain
                                 : sample.gain);
      group.push_back(std::move(play));
    }
  }

  const ContrastHeader& header_;
  const LeaveTable& leaves_;
  MoveFinder finder_;
  WinTable wins_;
  Rollout rollout_;
  Game game_;
  Random random_{0};
  std::vector<Candidate> top_;
};

}  // namespace

std::string contrast_shard_name(std::uint64_t first) {
  std::string digits = std::to_string(first);
  digits.insert(0, digits.size() < 9 ? 9 - digits.size() : 0, '0');
  return "games-" + digits + kContrastEnding;
}

Result<std::vector<std::string>> contrast_shards(const std::vector<std::string>& folders) {
  std::vector<std::pair<double, std::string>> placed;  // from 0, the first of a folder, to 1
  for (const std::string& folder : folders) {
    auto inside = files_in(folder, {kContrastEnding}, "contrast data");
    if (!inside) return inside;
    const auto count = static_cast<double>(inside->size());
    for (std::size_t i = 0; i < inside->size(); ++i)
      placed.emplace_back((static_cast<double>(i) + 0.5) / count, std::move((*inside)[i]));
  }
  std::ranges::sort(placed);
  std::vector<std::string> shards;
  for (auto& [place, path] : placed) shards.push_back(std::move(path));
  if (auto apart = check_contrast_shards(shards); !apart) return tl::unexpected(apart.error());
  return shards;
}

Result<void> check_contrast_shards(const std::vector<std::string>& files) {
  return check_disjoint(contrast_ranges(shards_among(files)));
}

namespace {

std::string hash_of_tables(const ContrastOptions& options) {
  Hash hash;
  hash.add(options.lexicon->graph().bytes());
  options.leaves->add_to(hash);
  return hash.text();
}

bool made_alike(ContrastHeader one, const ContrastHeader& other) {
  one.games = other.games;
  if (one.words.empty()) one.words = other.words;
  if (one.tables.empty()) one.tables = other.tables;
  return one == other;
}

// What of a plan's shards is there already is as it would be made.
Result<void> check_alike(const ShardPlan& plan, const Shards& there, ContrastHeader asked) {
  for (const auto& [path, header] : there) {
    if (header.first < plan.begin || header.first >= plan.end) continue;
    asked.first = header.first;
    if (plan.shard_of(header.first).path == path && !made_alike(header, asked))
      return failure(path + " was made in another way than asked for");
  }
  return {};
}

// Whether a shard is there, with all its games. Not where it is damaged or was meant to be shorter.
bool has_shard(const std::string& path, const ContrastHeader& header) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return false;
  const auto there = read_contrast(path, [](const ContrastGame&) {});
  return there && there->games >= header.games;
}

ShardPlan plan_of(const ContrastOptions& options) {
  const ShardRange all = contrast_range("", options.header);
  return {.run = all.run,
          .begin = all.begin,
          .end = all.end,
          .origin = all.begin,
          .size = options.shard,
          .path = [&options](std::uint64_t begin, std::uint64_t) {
            return contrast_path(options, begin);
          }};
}

}  // namespace

Result<void> make_contrast(const ContrastOptions& options,
                           const std::function<void(std::uint64_t, std::uint64_t)>& progress,
                           std::stop_token stop) {
  ZYMURGY_CHECK(options.header.plies >= 1 && options.header.plies <= kMostContrastPlies);
  const ShardPlan plan = plan_of(options);
  const auto files = files_in(options.folder, {kContrastEnding}, "contrast data");
  const Shards shards = shards_among(files.value_or(std::vector<std::string>{}));
  if (auto fits = check_plan(plan, contrast_ranges(shards)); !fits) return fits;
  ContrastHeader made = options.header;
  made.words = hash_of_words(*options.lexicon);
  made.tables = hash_of_tables(options);
  if (auto alike = check_alike(plan, shards, made); !alike) return alike;
  std::atomic<std::uint64_t> next = plan.begin;
  std::mutex mutex;
  std::uint64_t done = 0, before = 0;
  Result<void> result;

  in_threads(options.threads, [&](int) {
    ContrastWorker worker(options);
    ContrastGame game;
    while (!stop.stop_requested()) {
      const std::uint64_t first = next.fetch_add(plan.size);
      if (first >= plan.end) return;
      const ShardRange shard = plan.shard_of(first);
      ContrastHeader header = made;
      header.first = shard.begin;
      header.games = shard.end - shard.begin;
      const bool there = has_shard(shard.path, header);
      if (!there) {
        std::string bytes = header_text(header);
        for (std::uint64_t i = 0; i < header.games; ++i) {
          if (stop.stop_requested()) return;
          worker.play(header.first + i, game);
          encode(game, bytes);
        }
        const auto written = write_file(shard.path, compress(bytes, kRecordsLevel));
        const std::lock_guard lock(mutex);
        if (!written) result = tl::unexpected(written.error());
        if (!result) return;
      }
      const std::lock_guard lock(mutex);
      done += header.games;
      if (there) before += header.games;
      if (progress) progress(done, before);
    }
  });
  return result;
}

}  // namespace zymurgy
