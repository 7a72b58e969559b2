// How much static equity a move gives away, by the rack that it may have been made with.
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
  bool possible = false;         // the rack has such an exchange
  std::optional<Equity> loss{};  // of equity; none if it is more than matters
  TileCounts leave{};
};

// One thread's judge of one move. Racks are much alike: it first tries the plays that beat the move
// on the last ones.
class StaticJudge {
 public:
  // A move of the side on turn in `before`. A loss below `least` is given as `least`, one above
  // `most` as none. Of an exchange of unknown tiles the best of that size is judged. All must
  // outlive it.
  StaticJudge(const Lexicon& lexicon, const LeaveTable& leaves, const Position& before,
              const Lanes& lanes, const Move& move, Equity least, Equity most);

  StaticVerdict judge(const Rack& rack);

 private:
  struct Made {
    Equity equity;
    TileCounts leave;
  };
  // What was made with the rack at hand; none if the rack has no such exchange.
  std::optional<Made> made() const;
  // What a move of this equity loses against the best one, as in StaticVerdict.
  std::optional<Equity> loss_of(Equity made);
  bool is_beaten();

  static constexpr std::size_t kBetterPlays = 48;

  const WordTable* words_;
  StaticEvaluator evaluator_;
  Generator generator_;
  Position position_;  // with the rack at hand
  const Lanes* lanes_;
  Move move_;
  Equity least_, most_;
  std::deque<Move> better_plays_{};  // the last one first
  RackSubsets subsets_{};
  PlayTerms terms_{};
  std::vector<Candidate> best_{};
};

}  // namespace zymurgy
