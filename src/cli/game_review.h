// Reviews an annotated game turn by turn: what each turn lost compared with the best move, and how
// lucky its draw was.
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/tables.h"
#include "protocol/gcg.h"
#include "review/luck.h"
#include "review/turn_review.h"

namespace zymurgy {

struct ReviewedTurn {
  std::size_t number = 0;              // from 1, as GcgReading::turns counts
  std::size_t event = 0;               // index among the game's events
  bool withdrawn = false;              // a phony, taken back: judged as the pass it came to
  std::string phony{};                 // why a play that stands is invalid by the lexicon
  std::optional<TurnReview> review{};  // nothing if rack or move is not wholly known
  std::optional<double> luck{};        // of the draw before it, in points
};

// Turns by their numbers, both ends included.
struct TurnRange {
  std::size_t first = 1, last = 0;
  bool includes(std::size_t turn) const { return first <= turn && turn <= last; }
};

class GameReview {
 public:
  // All must outlive the object. Luck is judged only if `luck` has draws.
  GameReview(const GcgReading& reading, const Tables& tables, Reviewer& reviewer,
             const LuckOptions& luck)
      : game_(reading.game),
        replay_(reading.replay),
        events_(reading.turns()),
        tables_(tables),
        reviewer_(reviewer),
        luck_(luck) {}

  // Judges these turns, each as if all were judged. Shows its progress. If stopped, turns() has the
  // turns judged until then.
  void run(const TurnRange& asked, const std::stop_token& stop);

  const Lexicon& lexicon() const { return *tables_.lexicon; }
  const std::vector<ReviewedTurn>& turns() const { return turns_; }
  const Position& before(const ReviewedTurn& turn) const { return replay_.before[turn.event]; }
  const GcgEvent& event(const ReviewedTurn& turn) const { return game_.events[turn.event]; }
  const std::optional<Move>& made(const ReviewedTurn& turn) const {
    return replay_.moves[turn.event];
  }
  std::string name(int player) const;  // with the nickname added if both players have the same name

  // Sums over a player's turns. A phony that stands may gain more than any valid play.
  struct Sum {
    int turns = 0;
    int judged = 0, phonies = 0;  // phonies that stood are judged, but count for nothing here
    int draws = 0;                // draws whose luck is known
    double points = 0, chance = 0, luck = 0;
  };
  std::array<Sum, 2> sums() const;

 private:
  ReviewedTurn see(std::size_t number, bool asked, const std::stop_token& stop);
  void note_shown(std::size_t event);
  std::optional<double> luck_of_draw(const Position& seen, const Kept& kept,
                                     const std::stop_token& stop) const;

  const GcgGame& game_;
  const GcgReplay& replay_;
  std::vector<std::size_t> events_;  // that are turns
  const Tables& tables_;
  Reviewer& reviewer_;
  LuckOptions luck_;
  std::vector<ReviewedTurn> turns_;
  // By player, what was kept before the last draw, if known; before the first draw, no tiles.
  std::array<std::optional<Kept>, 2> kept_{Kept{}, Kept{}};
  std::array<TileCounts, 2> shown_{};  // by player: the tiles that the other side has seen
};

}  // namespace zymurgy
