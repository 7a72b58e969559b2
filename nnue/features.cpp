#include "nnue/features.h"

#include <utility>

namespace zymurgy::nnue {

FeatureSet::FeatureSet(const TileSet& tiles) : letters_(tiles.letters()) {
  int next = 1;
  const auto take = [&next](int rows) { return std::exchange(next, next + rows); };
  for (int l = 0; l <= letters_; ++l) {
    const auto letter = static_cast<std::size_t>(l);
    most_[letter] = tiles.count(static_cast<Letter>(l));
    leave_rows_[letter] = take(kRackSize);
    unseen_rows_[letter] = take(most_[letter]);
  }
  leave_size_rows_ = take(kRackSize);
  unseen_size_rows_ = take(static_cast<int>(kUnseenSteps.size()));
  lead_rows_ = take(static_cast<int>(kLeadSteps.size()));
  tile_rows_ = next;
}

}  // namespace zymurgy::nnue
