#include "making/contrast.h"

#include <atomic>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "evaluate/move_finder.h"
#include "game/files.h"
#include "game/hash.h"
#include "game/json_text.h"
#include "game/packing.h"
#include "game/threads.h"
#include "play/draw_candidate.h"
#include "play/game.h"
#include "play/record_codec.h"
#include "play/shards.h"
#include "sim/rollout.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kContrastMagic = "zymurgy contrast 1\n";
constexpr const char* kContrastEnding = ".contrast.zst";
constexpr Equity kUnit = kPoint / 10;  // equities are kept in tenths of a point
static_assert(kMostContrastPlies <= kTalliedPlies, "gains are read from a rollout's tally");

std::int64_t in_units(Equity equity) {
  return (equity + (equity < 0 ? -kUnit : kUnit) / 2) / kUnit;
}

std::string header_text(const ContrastHeader& header) {
  Json json = {{"engine", header.engine},
               {"board", kBoardDim},
               {"lexicon", header.lexicon},
               {"tiles", header.tiles},
               {"leaves", header.leaves},
               {"seed", header.seed},
               {"first", header.first},
               {"games", header.games},
               {"plies", header.plies},
               {"plays", header.plays},
               {"top", header.top},
               {"spread", header.spread},
               {"temperature", header.temperature}};
  if (header.late) json["late"] = *header.late;
  if (!header.tables.empty()) json["tables"] = header.tables;
  return std::string(kContrastMagic) + json_text(json) + "\n";
}

// Throws nlohmann's exceptions, which the caller turns into an error.
ContrastHeader contrast_header_from(const Json& json) {
  ContrastHeader header;
  json.at("engine").get_to(header.engine);
  json.at("lexicon").get_to(header.lexicon);
  json.at("tiles").get_to(header.tiles);
  json.at("leaves").get_to(header.leaves);
  json.at("seed").get_to(header.seed);
  json.at("first").get_to(header.first);
  json.at("games").get_to(header.games);
  json.at("plies").get_to(header.plies);
  header.tables = json.value("tables", "");
  if (json.contains("late")) header.late = json.at("late").get<int>();
  json.at("plays").get_to(header.plays);
  json.at("top").get_to(header.top);
  json.at("spread").get_to(header.spread);
  json.at("temperature").get_to(header.temperature);
  return header;
}

// Takes the magic line and the header off what a file holds.
Result<ContrastHeader> take_header(std::string_view& bytes, const std::string& path) {
  if (!bytes.starts_with(kContrastMagic))
    return failure(path + ": not contrast data of this version");
  bytes.remove_prefix(kContrastMagic.size());
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  ContrastHeader header;
  try {
    const Json json = Json::parse(bytes.substr(0, line));
    if (json.at("board") != kBoardDim)
      return failure(path + ": games on another board size than this program's");
    header = contrast_header_from(json);
  } catch (const Json::exception&) {
    return failure(path + ": the header is incomplete");
  }
  if (header.plies < 1 || header.plies > kMostContrastPlies || header.plays < 1)
    return failure(path + ": the header is impossible");
  bytes.remove_prefix(std::min(line + 1, bytes.size()));
  return header;
}

// The header alone, from the start of the file.
Result<ContrastHeader> read_contrast_header(const std::string& path) {
  const auto content = decompress_start(path, 4096);
  if (!content) return tl::unexpected(content.error());
  std::string_view bytes = *content;
  return take_header(bytes, path);
}

std::string contrast_path(const ContrastOptions& options, std::uint64_t first) {
  return std::filesystem::path(options.folder) / contrast_shard_name(first);
}

ShardRange contrast_range(const std::string& path, ContrastHeader header) {
  const std::uint64_t first = std::exchange(header.first, 0);
  const std::uint64_t games = std::exchange(header.games, 0);
  header.tables.clear();
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

void encode_game(const ContrastGame& game, std::string& bytes) {
  encode(game.record, bytes);
  for (const auto& group : game.groups) {
    encode(static_cast<std::int64_t>(group.size()), bytes);
    for (const ContrastPlay& play : group) {
      encode(play.move, bytes);
      encode(in_units(play.equity), bytes);
      for (const Equity gain : play.gains) encode(in_units(gain), bytes);
    }
  }
}

bool decode_equity(std::string_view& bytes, Equity& equity) {
  std::int64_t units = 0;
  if (!decode(bytes, units) || std::abs(units) > 20'000) return false;
  equity = static_cast<Equity>(units) * kUnit;
  return true;
}

bool decode_game(const ContrastHeader& header, std::string_view& bytes, ContrastGame& game) {
  if (!decode(bytes, game.record)) return false;
  game.groups.resize(game.record.turns.size());
  for (auto& group : game.groups) {
    std::int64_t plays = 0;
    if (!decode(bytes, plays) || plays < 0 || plays > header.plays) return false;
    group.resize(static_cast<std::size_t>(plays));
    for (ContrastPlay& play : group) {
      if (!decode(bytes, play.move) || !decode_equity(bytes, play.equity)) return false;
      play.to_the_end = header.late.has_value();
      play.gains.resize(static_cast<std::size_t>(header.plies));
      for (Equity& gain : play.gains)
        if (!decode_equity(bytes, gain)) return false;
    }
  }
  return true;
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
    for (std::size_t seat = 0; seat < 2; ++seat)
      game.record.racks[seat] = game_.position().rack(static_cast<int>(seat));
    game.record.turns.clear();
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
  std::size_t draw(double points) {
    return draw_candidate(top_, random_,
                          [&](Equity lead) { return std::exp(lead / (points * kPoint)); });
  }

  // The best move and others, each drawn once.
  std::vector<Candidate> choose() {
    const std::vector<Candidate> all = top_;
    std::vector<Candidate> chosen;
    const auto count = std::min(static_cast<std::size_t>(header_.plays), all.size());
    for (std::size_t i = 0; chosen.size() < count; i = draw(header_.spread)) {
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
  std::vector<std::string> shards;
  for (const std::string& folder : folders) {
    const auto inside = files_in(folder, kContrastEnding, "contrast data");
    if (!inside) return inside;
    shards.insert(shards.end(), inside->begin(), inside->end());
  }
  std::sort(shards.begin(), shards.end());
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
  const auto files = files_in(options.folder, kContrastEnding, "contrast data");
  const Shards shards = shards_among(files.value_or(std::vector<std::string>{}));
  if (auto fits = check_plan(plan, contrast_ranges(shards)); !fits) return fits;
  ContrastHeader made = options.header;
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
          encode_game(game, bytes);
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

Result<ContrastHeader> read_contrast(const std::string& path,
                                     const std::function<void(const ContrastGame&)>& visit) {
  const auto packed = read_file(path);
  if (!packed) return tl::unexpected(packed.error());
  const auto content = decompress(*packed, path);
  if (!content) return tl::unexpected(content.error());
  std::string_view bytes = *content;
  const auto taken = take_header(bytes, path);
  if (!taken) return taken;
  const ContrastHeader& header = *taken;
  ContrastGame game;
  for (std::uint64_t i = 0; i < header.games; ++i) {
    if (!decode_game(header, bytes, game))
      return failure(path + ": game " + std::to_string(i + 1) + " is garbled");
    visit(game);
  }
  if (!bytes.empty()) return failure(path + ": more follows the last game");
  return header;
}

Result<ContrastHeader> replay_contrast(const std::string& path, const Lexicon& lexicon,
                                       const StaticEvaluator& evaluator,
                                       const VisitContrast& visit) {
  Result<void> result;
  std::vector<ContrastPlay> plays;
  auto header = read_contrast(path, [&](const ContrastGame& game) {
    if (!result) return;
    Position start(lexicon.tiles(), Layout::standard());
    std::size_t turn = 0;
    result = replay(game.record, start, [&](const Position& position, const Turn& next) {
      plays = game.groups[turn++];
      for (ContrastPlay& play : plays) {
        if (!position.rack().includes(play.move.used()))
          result = failure("a play of tiles not held");
        else
          play.equity = evaluator.equity(position, play.move);
      }
      if (result) visit(position, next, plays);
    });
  });
  if (!header) return header;
  if (!result) return failure(path + ": " + result.error().message);
  if (header->lexicon != lexicon.code())
    return failure(path + ": games of lexicon " + header->lexicon + ", not " + lexicon.code());
  return header;
}

}  // namespace zymurgy
