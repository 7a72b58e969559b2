// How much static equity a move gives away, for each rack that it may have been made with.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "evaluate/static_evaluator.h"
#include "game/position.h"
#include "movegen/generator.h"

namespace zymurgy {

struct StaticVerdict {
  bool possible = false;         // the rack allows the move
  std::optional<Equity> loss{};  // of equity; none if it is more than `most`
  TileCounts leave{};
};

// One thread's judge of one move. Racks are much alike, so it first tries the plays that beat the
// move on recent ones.
class StaticJudge {
 public:
  // `move` is one of the side on turn in `before`. A loss below `least` is given as `least`, one
  // above `most` as none. An exchange of unknown tiles is judged as the best one of its size. All
  // arguments must outlive it.
  StaticJudge(const Lexicon& lexicon, const LeaveTable& leaves, const Position& before,
              const Lanes& lanes, const Move& move, Equity least, Equity most);

  StaticVerdict judge(const Rack& rack);

 private:
  struct Made {
    Equity equity;
    TileCounts leave;
  };
  // The move as made with the current rack; none if the rack has no such exchange.
  std::optional<Made> made() const;
  // What a move of this equity loses against the best one, as in StaticVerdict.
  std::optional<Equity> loss_of(Equity made);
  bool is_beaten();

  static constexpr std::size_t kBetterPlays = 48;

  const WordTable* words_;
  StaticEvaluator evaluator_;
  Generator generator_;
  Position position_;  // with the current rack
  const Lanes* lanes_;
  Move move_;
  Equity least_, most_;
  std::deque<Move> better_plays_{};  // most recent first
  RackSubsets subsets_{};
  PlayTerms terms_{};
  std::vector<Candidate> best_{};
};

}  // namespace zymurgy
