#include "nnue/lane_rows.h"

#include <cstddef>
#include <cstdint>

namespace zymurgy::nnue {

LaneRows::LaneRows(const Network& network, const Lexicon& lexicon)
    : width_(static_cast<std::size_t>(network.sizes.width)), letters_(lexicon.tiles().letters()) {
  constexpr auto kPointRows = static_cast<int>(FeatureSet::kPointSteps.size()) + 1;
  first_hook_ = 2 * letters_;
  first_letter_ = first_hook_ + kPointRows;
  first_before_ = first_letter_ + letters_;
  first_after_ = first_before_ + 2 * letters_;
  rows_ = first_after_ + 2 * letters_;
  lanes_.resize(kLaneClasses * width_);
  constexpr std::size_t kPastEnd = 64;  // countr_zero of an empty set, see note_hook
  places_.resize(offset(kBoardDim / 2, kBoardDim, 0) + kPastEnd * width_);

  const FeatureSet features(lexicon.tiles());
  const auto add_to = [&](std::int16_t* sum) {
    return [&network, sum, width = width_](int row) {
      const std::int16_t* weights = &network.lanes[static_cast<std::size_t>(row) * width];
      for (std::size_t j = 0; j < width; ++j)
        sum[j] = static_cast<std::int16_t>(sum[j] + weights[j]);
    };
  };
  for (int lane = 0; lane < kLaneClasses; ++lane) {
    features.for_each_of_lane(Lane{}, lane,
                              add_to(&lanes_[static_cast<std::size_t>(lane) * width_]));
    for (int place = 0; place < kBoardDim; ++place) {
      const auto put = [&](int row, const FeatureSet::Shown& shown) {
        features.for_each_of_place(shown, lane, place, add_to(&places_[offset(lane, place, row)]));
      };
      put(first_hook_, features.shown(Hook{}));
      for (int steps = 1; steps < kPointRows; ++steps)
        put(first_hook_ + steps, features.shown(Hook{0, FeatureSet::kPointSteps[steps - 1]}));
      for (int l = 1; l <= letters_; ++l) {
        const auto letter = static_cast<Letter>(l);
        put(letter_row(letter), {0, set_of(letter)});
        for (const Tile tile : {Tile{letter}, blank_as(letter)}) {
          const int points = lexicon.tiles().score_on_board(tile);
          put(tile_row(tile), features.shown(tile));
          put(first_before_ + tile_row(tile),
              features.shown(Hook{lexicon.between({{&letter, 1}, {}}), points}));
          put(first_after_ + tile_row(tile),
              features.shown(Hook{lexicon.between({{}, {&letter, 1}}), points}));
        }
      }
    }
  }
}

}  // namespace zymurgy::nnue
