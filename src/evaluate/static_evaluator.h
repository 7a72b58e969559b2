// The static evaluator: the score plus the value of the leave.
//
// Equity = score + leave value if the bag has tiles before the play. If it has none, going out adds
// twice the other rack's points, and any other move loses twice the leave's points and 10 more. On
// an empty board each vowel costs 0.35 points times (letter multiplier - 1 + word multiplier - 1),
// summed over the squares above and below it: 0.7 between two double letters. This is the evaluator
// of the field's programs ("HastyBot"; Quackle, Macondo, MAGPIE), choice for choice.
#pragma once

#include "game/position.h"
#include "lexicon/leave_table.h"
#include "movegen/generator.h"
#include "movegen/rack_subsets.h"

namespace zymurgy {

class StaticEvaluator {
 public:
  // The table must outlive the evaluator.
  explicit StaticEvaluator(const LeaveTable& leaves) : leaves_(&leaves) {}

  const LeaveTable& leaves() const { return *leaves_; }

  // The terms of equity beside the score for every play of the rack, for the generator.
  void fill(const Position& position, const RackSubsets& subsets, PlayTerms& terms) const;

  // The equity of one move of the side to move, and the value of the tiles that a move keeps.
  Equity equity(const Position& position, const Move& move) const;
  Equity kept(const Position& position, const TileCounts& leave) const;

 private:
  const LeaveTable* leaves_;
};

}  // namespace zymurgy
