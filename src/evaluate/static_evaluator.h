// The static evaluator: score plus what the tiles kept are worth.
//
// Equity = score + leave value if the bag has tiles before the play. If it has none, going out adds
// twice the other rack's points, and any other play loses twice one's own leave's points and 10
// more. On an empty board each vowel costs 0.35 points times (letter multiplier - 1 + word
// multiplier - 1), summed over the squares above and below it: 0.7 between two double letters. This
// is the evaluator of the field's programs ("HastyBot"; Quackle, Macondo, MAGPIE), choice for
// choice.
#pragma once

#include "game/position.h"
#include "lexicon/leave_table.h"
#include "movegen/generator.h"
#include "movegen/rack_subsets.h"

namespace zymurgy {

class StaticEvaluator {
 public:
  // The table must outlive it.
  explicit StaticEvaluator(const LeaveTable& leaves) : leaves_(&leaves) {}

  const LeaveTable& leaves() const { return *leaves_; }

  // What every play of the rack is worth beside its score, for the generator.
  void fill(const Position& position, const RackSubsets& subsets, PlayTerms& terms) const;

  // The same for one move of the side to move, and for the tiles it would keep.
  Equity equity(const Position& position, const Move& move) const;
  Equity kept(const Position& position, const TileCounts& leave) const;

 private:
  const LeaveTable* leaves_;
};

}  // namespace zymurgy
