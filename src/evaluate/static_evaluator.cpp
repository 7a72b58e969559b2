#include "evaluate/static_evaluator.h"

namespace zymurgy {
namespace {

constexpr Equity kStuckPenalty = 10 * kPoint;        // for not going out once the bag is empty
constexpr Equity kVowelPenalty = 35 * kPoint / 100;  // for each premium step beside a vowel

// The penalty for a vowel at this place of the start square's row, for the premiums above and below
// it: 0.7 between two double letters.
Equity vowel_penalty(const Layout& layout, int col) {
  Equity penalty = 0;
  const int row = layout.start().row;
  for (const int beside : {row - 1, row + 1}) {
    const Premium premium = layout.at(beside, col);
    penalty += kVowelPenalty * (premium.letter - 1 + premium.word - 1);
  }
  return penalty;
}

// The value of a leave once the bag is empty; `other` is the other rack's points.
Equity kept_at_the_end(int leave_size, int leave_points, int other) {
  return leave_size == 0 ? 2 * other * kPoint : -2 * leave_points * kPoint - kStuckPenalty;
}

}  // namespace

void StaticEvaluator::fill(const Position& position, const RackSubsets& subsets,
                           PlayTerms& terms) const {
  const int n = subsets.count();
  if (position.bag_size() > 0) {
    // A whole rack, kept by playing nothing, has no leave value.
    for (int i = 0; i < n; ++i) {
      const int kept = subsets.complement(i);
      terms.played[i] = subsets.size(kept) < kRackSize ? leaves_->at(subsets.leave_rank(kept)) : 0;
    }
  } else {
    const TileSet& tiles = position.tiles();
    const int other = tiles.points(position.unseen(position.on_turn()));
    for (int i = 0; i < n; ++i) {
      const TileCounts kept = subsets.tiles(subsets.complement(i));
      terms.played[i] = kept_at_the_end(kept.size(), tiles.points(kept), other);
    }
  }

  terms.empty_board = position.board().empty();
  terms.penalised = position.tiles().vowels();
  if (terms.empty_board)
    for (int col = 0; col < kBoardDim; ++col)
      terms.penalties[col] = vowel_penalty(position.layout(), col);
}

Equity StaticEvaluator::kept(const Position& position, const TileCounts& leave) const {
  if (position.bag_size() > 0) return leaves_->kept(leave);
  const TileSet& tiles = position.tiles();
  return kept_at_the_end(leave.size(), tiles.points(leave),
                         tiles.points(position.unseen(position.on_turn())));
}

Equity StaticEvaluator::equity(const Position& position, const Move& move) const {
  Equity equity = move.score * kPoint + kept(position, position.leave_after(move));
  if (position.board().empty() && move.is_play()) {
    // The board is symmetric about its diagonal, so a vertical opening is valued like its mirror.
    for (int i = 0; i < move.length; ++i)
      if (contains(position.tiles().vowels(), letter_of(move.tiles[i])))
        equity -= vowel_penalty(position.layout(), move.first_place() + i);
  }
  return equity;
}

}  // namespace zymurgy
