#include "match/match_game.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "game/hash.h"
#include "match/referee.h"
#include "play/game.h"
#include "play/game_record.h"
#include "protocol/cgp.h"
#include "protocol/gcg_record.h"

namespace zymurgy {
namespace {

using Kind = EngineFault::Kind;

class Play {
 public:
  Play(const MatchGame& match_game, std::uint64_t seed, const MatchTable& table)
      : table_(table), seed_(seed), game_(table.lexicon, table.layout) {
    result_.game = match_game;
    game_.start(seed);
    record_.begin(game_.position());
    const Position& start = game_.position();
    start_ =
        "position cgp " +
        cgp_text(Position(start.tiles(), start.layout(), start.rules()), table.lexicon.code()) +
        " moves";
    for (int engine = 0; engine < 2; ++engine)
      if (const auto& clock = table.specs[engine]->clock) left_[engine] = clock->base;
  }

  tl::expected<PlayedGame, GameStopped> run() {
    for (int engine = 0; engine < 2; ++engine)
      if (auto ready = table_.clients[engine]->new_game(); !ready)
        return tl::unexpected(GameStopped{engine, ready.error()});
    while (!game_.over()) {
      const int engine = on_turn();
      const auto done = turn(engine);
      if (done) continue;
      if (done.error().kind == Kind::kStopped || done.error().kind == Kind::kSetUp)
        return tl::unexpected(GameStopped{engine, done.error()});
      result_.forfeited_by = engine;
      result_.fault = done.error();
      break;
    }
    finish();
    return PlayedGame{result_, gcg()};
  }

 private:
  int engine_at(int seat) const { return result_.game.engine_at(seat); }
  int on_turn() const { return engine_at(game_.position().on_turn()); }

  EngineResult<void> turn(int engine) {
    const Position& position = game_.position();
    const EngineSpec& spec = *table_.specs[engine];
    const std::string rack = position.tiles().rack_text(position.rack());
    const auto answer = table_.clients[engine]->think(
        start_ + seen_[position.on_turn()] + " rack." + rack, go_line(spec), limit(engine));
    if (!answer) return tl::unexpected(answer.error());
    result_.thought[engine] += answer->elapsed;
    if (spec.clock) left_[engine] += spec.clock->increment - answer->elapsed;
    const auto move = judge_move(answer->best_move, position, table_.lexicon);
    if (!move)
      return tl::unexpected(
          table_.clients[engine]->with_last_error({Kind::kIllegal, move.error().message}));
    table_.clients[engine]->forgive_setup_error();
    take(engine, *move, *answer, rack);
    return {};
  }

  std::string go_line(const EngineSpec& spec) const {
    std::string line = "go " + spec.go;
    if (!spec.clock) return line;
    for (int seat = 0; seat < 2; ++seat) {
      const std::string player = std::to_string(seat + 1);
      const int engine = engine_at(seat);
      const auto& clock = table_.specs[engine]->clock;
      if (!clock) continue;
      const auto left = std::chrono::floor<Milliseconds>(left_[engine]);
      line += ' ' + player + "time " + std::to_string(left.count());
      if (const auto increment = clock->increment.count(); increment != 0)
        line += ' ' + player + "inc " + std::to_string(increment);
    }
    return line;
  }

  // The time limit of the engine's next move: beyond it the game is lost.
  std::optional<Milliseconds> limit(int engine) const {
    const EngineSpec& spec = *table_.specs[engine];
    auto limit = spec.move_time();
    if (limit) *limit += table_.time_rules.margin;
    if (spec.clock) {
      const auto clock =
          std::chrono::ceil<Milliseconds>(left_[engine]) + table_.time_rules.most_overtime;
      limit = std::min(limit.value_or(clock), clock);
    }
    return limit;
  }

  // Records a move. The mover is told all of it, the opponent only what it sees on the board.
  void take(int engine, const Move& move, const EngineAnswer& answer, const std::string& rack) {
    const Position& position = game_.position();
    const int seat = position.on_turn();
    const std::string text = ucgi_text(move, position);
    seen_[seat] += ' ' + text + '.' + rack;
    seen_[1 - seat] += ' ' + ucgi_text(move.as_seen(), position);
    result_.moves_hash = text_hash(text + ' ', result_.moves_hash);
    ++result_.turns[engine];
    result_.bingos[engine] += move.is_bingo();
    result_.wrong_scores[engine] += answer.score && *answer.score != move.score;
    estimates_.emplace_back();
    if (answer.win_percent)
      estimates_.back().push_back({.win_percent = *answer.win_percent,
                                   .spread = {},
                                   .best = text,
                                   .by = table_.specs[engine]->name});
    record_.turns.push_back({move, game_.play(move)});
  }

  void finish() {
    const Position& position = game_.position();
    for (int engine = 0; engine < 2; ++engine) {
      const int seat = result_.game.seat_of(engine);
      int& score = result_.scores[engine];
      score = game_.over() ? position.final_score(seat) : position.score(seat);
      if (table_.specs[engine]->clock)
        result_.penalties[engine] = overtime_penalty(left_[engine], table_.time_rules);
      score -= result_.penalties[engine];
    }
  }

  GcgGame gcg() const {
    const Position& end = game_.position();
    std::array<std::string, 2> names;
    for (int seat = 0; seat < 2; ++seat) names[seat] = table_.specs[engine_at(seat)]->name;
    auto made = gcg_of(record_, Position(end.tiles(), end.layout(), end.rules()), names,
                       table_.lexicon.code());
    ZYMURGY_CHECK(made);
    set_pair(*made, seed_);
    for (std::size_t turn = 0; turn < estimates_.size(); ++turn)
      made->events[turn].estimates = estimates_[turn];
    add_penalties(*made);
    if (result_.forfeited_by) {
      set_unfinished(*made, end);
      auto& notes = made->events.empty() ? made->notes : made->events.back().notes;
      notes.push_back(table_.specs[*result_.forfeited_by]->name + " forfeits the game: " +
                      std::string(name_of(result_.fault.kind)) + ", " + result_.fault.detail);
    }
    return std::move(*made);
  }

  void add_penalties(GcgGame& gcg) const {
    for (int seat = 0; seat < 2; ++seat) {
      const int engine = engine_at(seat);
      if (result_.penalties[engine] == 0) continue;
      GcgEvent event;
      event.kind = GcgEvent::Kind::kTimePenalty;
      event.player = seat;
      event.score = -result_.penalties[engine];
      event.total = result_.scores[engine];
      gcg.events.push_back(std::move(event));
    }
  }

  const MatchTable& table_;
  std::uint64_t seed_;  // of the pair's draws
  Game game_;
  GameRecord record_;
  GameResult result_;
  std::string start_;                                // the position before the first move
  std::array<std::string, 2> seen_;                  // by seat: the moves as that seat knows them
  std::array<Microseconds, 2> left_{};               // by engine: on its clock
  std::vector<std::vector<GcgEstimate>> estimates_;  // by turn, at most one each
};

}  // namespace

int overtime_penalty(Microseconds left, const TimeRules& rules) {
  if (left.count() >= 0) return 0;
  return static_cast<int>(std::chrono::ceil<std::chrono::minutes>(-left).count()) *
         rules.points_a_minute;
}

int GameResult::half_points() const {
  if (forfeited_by) return *forfeited_by == 0 ? 0 : 2;
  return scores[0] == scores[1] ? 1 : scores[0] > scores[1] ? 2 : 0;
}

tl::expected<PlayedGame, GameStopped> play_match_game(const MatchGame& match_game,
                                                      std::uint64_t seed, const MatchTable& table) {
  return Play(match_game, seed, table).run();
}

}  // namespace zymurgy
