#include "play/autoplay.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "game/hash.h"
#include "game/in_order.h"
#include "game/threads.h"
#include "play/record_codec.h"

namespace zymurgy {
namespace {

// How many units a thread takes at a time and one frame of the log holds: a function of the number
// of games only, so that the log does not depend on the threads.
std::uint64_t chunk_size(std::uint64_t units) {
  return std::clamp<std::uint64_t>(units / 64, 1, 256);
}

struct Chunk {
  Tally tally;
  std::string frame;
};

// Collects the threads' chunks. Frames are written in the order of the games.
class Collector {
 public:
  explicit Collector(GameLogWriter* log) : log_(log) {}

  void add(std::uint64_t number, Chunk done) {
    const std::lock_guard lock(mutex_);
    tally_.add(done.tally);
    if (!log_) return;
    chunks_.add(number, std::move(done), [&](const Chunk& chunk) {
      if (result_ && chunk.tally.games > 0)
        result_ = log_->add(chunk.frame, static_cast<std::uint64_t>(chunk.tally.games));
    });
  }
  bool failed() {
    const std::lock_guard lock(mutex_);
    return !result_;
  }
  const Tally& tally() const { return tally_; }
  const Result<void>& result() const { return result_; }

 private:
  std::mutex mutex_;
  GameLogWriter* log_;
  Tally tally_;
  Result<void> result_;
  InOrder<Chunk> chunks_;
};

// One thread's games.
class GameWorker {
 public:
  explicit GameWorker(const AutoplayOptions& options)
      : options_(options), game_(options.lexicon(), Layout::standard()) {
    const auto& [one, other] = options.players;
    players_[0] = make_player(one.spec, one.tables);
    // One object plays both sides if it can: the board state it caches is then one turn old, not
    // two, and two objects would cache twice as much.
    const bool same = one.spec.by_position_alone() && one.spec.kind == other.spec.kind &&
                      one.tables == other.tables;
    players_[1] = same ? players_[0] : make_player(other.spec, other.tables);
  }

  // Plays all games of an index.
  void play(std::uint64_t index, Tally& tally, std::string& records) {
    play(index, options_.pairs ? false : index % 2 != 0, first_, tally, records);
    if (!options_.pairs) return;
    play(index, true, second_, tally, records);
    ++tally.pairs;
    tally.divergent += first_.turns != second_.turns;
  }

 private:
  void play(std::uint64_t index, bool swapped, GameRecord& record, Tally& tally,
            std::string& records) {
    record.index = index;
    record.swapped = swapped;
    const std::size_t first = swapped ? 1 : 0;
    play_game(game_, {players_[first].get(), players_[1 - first].get()},
              game_seed(options_.seed, index), record);
    count(record, tally);
    if (!options_.log.empty()) encode(record, records);
  }

  void count(const GameRecord& record, Tally& tally) const {
    std::array<int, 2> bingos{}, turns{};
    for (std::size_t t = 0; t < record.turns.size(); ++t) {
      ++turns[t % 2];
      const Move& move = record.turns[t].move;
      bingos[t % 2] += move.is_bingo();
    }
    ++tally.games;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      PlayerTally& player = tally.players[record.swapped ? 1 - seat : seat];
      const int score = game_.position().final_score(static_cast<int>(seat));
      const int spread = game_.position().final_spread(static_cast<int>(seat));
      player.wins += spread > 0;
      player.losses += spread < 0;
      player.ties += spread == 0;
      player.score.add(score);
      player.spread.add(spread);
      player.bingos.add(bingos[seat]);
      player.turns.add(turns[seat]);
      tally.first_mover_wins += seat == 0 && spread > 0;
    }
  }

  const AutoplayOptions& options_;
  Game game_;
  std::array<std::shared_ptr<Player>, 2> players_;
  GameRecord first_, second_;
};

// A hash of everything that determines the games, except their indices and the program's build.
// `header` must be as in older logs, so that their runs keep their names.
std::string run_hash(const LogHeader& header, const AutoplayOptions& options) {
  Hash hash;
  hash.add(header_text(header));
  hash.add(options.lexicon().graph().bytes());
  for (const auto& [spec, tables, leaves_name] : options.players) {
    tables.leaves->add_to(hash);
    if (tables.network != nullptr) hash.add(nnue::name_of(*tables.network));
    if (spec.needs_wins()) hash.add(tables.wins->bytes());
  }
  return hash.text();
}

}  // namespace

void play_game(Game& game, const std::array<Player*, 2>& players, std::uint64_t seed,
               GameRecord& record) {
  game.start(seed);
  record.begin(game.position());
  for (std::size_t seat = 0; seat < 2; ++seat)
    players[seat]->start_game(random_of_player(seed, seat));
  while (!game.over()) {
    const auto seat = static_cast<std::size_t>(game.position().on_turn());
    const Move move = players[seat]->choose(game.position(), game.lanes());
    players[1 - seat]->observe(game.position(), game.lanes(), move);
    record.turns.push_back({move, game.play(move)});
  }
}

LogHeader log_header(const AutoplayOptions& options) {
  const auto& [p1, p2] = options.players;
  const auto network = [](const Contestant& player) {
    return player.tables.network != nullptr ? nnue::name_of(*player.tables.network) : "";
  };
  LogHeader header{.engine = ZYMURGY_VERSION,
                   .lexicon = options.lexicon().code(),
                   .tiles = options.lexicon().tiles().name(),
                   .layout = Layout::standard().name(),
                   .players = {p1.spec.name, p2.spec.name},
                   .leaves = {p1.leaves_name, p2.leaves_name},
                   .networks = {network(p1), network(p2)},
                   .words = {},
                   .run = {},
                   .seed = options.seed,
                   .pairs = options.pairs,
                   .rules = {}};
  header.run = run_hash(header, options);
  header.words = options.lexicon().hash_of_words();
  return header;
}

Result<Tally> autoplay(const AutoplayOptions& options,
                       const std::function<void(std::int64_t)>& progress, std::stop_token stop) {
  std::optional<GameLogWriter> log;
  if (!options.log.empty()) {
    auto writer =
        GameLogWriter::create(options.log, options.header ? *options.header : log_header(options));
    if (!writer) return tl::unexpected(writer.error());
    log.emplace(std::move(*writer));
  }

  Collector collector(log ? &*log : nullptr);
  const std::uint64_t units = options.end - options.begin, size = chunk_size(units);
  std::atomic<std::uint64_t> next_chunk = 0;
  std::atomic<std::int64_t> games = 0;
  const auto work = [&] {
    GameWorker worker(options);
    std::string records;
    while (!stop.stop_requested() && !collector.failed()) {
      // A chunk once taken must be handed in, even without games: those behind it wait for it.
      const std::uint64_t number = next_chunk++;
      if (number * size >= units) break;
      Chunk chunk;
      records.clear();
      const std::uint64_t from = options.begin + number * size;
      const std::uint64_t to = std::min(from + size, options.end);
      for (std::uint64_t i = from; i < to && !stop.stop_requested(); ++i) {
        worker.play(i, chunk.tally, records);
        games.fetch_add(options.pairs ? 2 : 1, std::memory_order_relaxed);
      }
      if (log) chunk.frame = games_frame(records);
      collector.add(number, std::move(chunk));
    }
  };
  const auto tell = [&] {
    if (progress) progress(games);
  };
  in_watched_threads(options.threads, work, tell);
  tell();
  if (!collector.result()) return tl::unexpected(collector.result().error());
  const auto asked = static_cast<std::int64_t>(units * (options.pairs ? 2 : 1));
  if (log && !(options.discard_partial_log && collector.tally().games < asked))
    if (auto done = log->finish(); !done) return tl::unexpected(done.error());
  return collector.tally();
}

}  // namespace zymurgy
