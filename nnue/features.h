// The network's input features, as rows of its first layer.
//
// The board is seen as lanes: rows and columns alike, each as what can be played along it. A lane
// has features for the tile on a place or, on an empty square beside crossing tiles, for each
// letter that these allow (the cross-set) and for their points. Lanes at the same distance from the
// edge share their features, since they have the same premiums and nothing else tells them apart;
// so a transposed position has the same features.
//
// The leave and the unseen tiles are coded as thermometers: n of a letter set the rows 1 to n, so
// that one more tile adds one row. So is the mover's lead, in units of what the rest of the game
// can still turn (the square root of the number of unseen tiles).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "game/bits.h"
#include "game/tile_set.h"
#include "movegen/lanes.h"

namespace zymurgy::nnue {

inline constexpr int kLaneClasses = (kBoardDim + 1) / 2;

// Output buckets: how much of the game is left, by the number of tiles that the mover does not see.
// The first bucket is for endgames, where the unseen tiles are the other rack.
inline constexpr std::array<int, 6> kBucketSteps{8, 14, 23, 36, 52, 70};
inline constexpr int kBuckets = static_cast<int>(kBucketSteps.size()) + 1;
constexpr int bucket_of(int unseen) {
  int bucket = 0;
  while (bucket < kBuckets - 1 && unseen >= kBucketSteps[bucket]) ++bucket;
  return bucket;
}

class FeatureSet {
 public:
  explicit FeatureSet(const TileSet& tiles);

  int letters() const { return letters_; }
  int lane_rows() const { return kLaneClasses * class_rows(); }
  int tile_rows() const { return tile_rows_; }

  // What a lane row shows, regardless of lane and place: 0 to shared_rows() - 1, or -1 for the row
  // that every lane of a class has. Training also learns these once for all places.
  int shared_rows() const { return place_rows(); }
  int shared_of(int row) const {
    const int of_lane = row % class_rows();
    return of_lane == 0 ? -1 : (of_lane - 1) % place_rows();
  }

  // A hook's points are coded by how many of these steps they reach.
  static constexpr std::array<int, 4> kPointSteps{2, 4, 7, 11};
  static int point_steps(int points) { return steps(kPointSteps, points); }

  static int lane_class(int index) { return std::min(index, kBoardDim - 1 - index); }

  // What a place of a lane shows, as bits for its rows: a tile or, on an empty square beside
  // crossing tiles, what may be laid there. Other squares show nothing.
  struct Shown {
    std::uint64_t tile = 0, hook = 0;
  };
  Shown shown(Tile tile) const {
    return {std::uint64_t{1} << (letter_of(tile) - 1) | std::uint64_t{is_blank(tile)} << letters_,
            0};
  }
  Shown shown(const Hook& hook) const {
    const std::uint64_t steps = (std::uint64_t{1} << point_steps(hook.points)) - 1;
    return {0, 1 | hook.letters | steps << (letters_ + 1)};
  }
  Shown shown(const Lane& lane, int place) const {
    if (lane.tiles[place] != kEmpty) return shown(lane.tiles[place]);
    if ((lane.crossed >> place & 1) == 0) return {};
    return shown(Hook{lane.cross[place], lane.cross_points[place]});
  }

  // Call f(row) for each row that a place shows, and for each that a lane shows.
  template <typename F>
  void for_each_of_place(const Shown& shown, int lane_class, int place, F&& f) const {
    const int first = lane_class * class_rows() + 1 + place * place_rows();
    for (const int row : Bits(shown.tile)) f(first + row);
    for (const int row : Bits(shown.hook)) f(first + letters_ + 1 + row);
  }
  template <typename F>
  void for_each_of_lane(const Lane& lane, int lane_class, F&& f) const {
    f(lane_class * class_rows());
    for (int place = 0; place < kBoardDim; ++place)
      for_each_of_place(shown(lane, place), lane_class, place, f);
  }

  // Counts are thermometers: `reached` rows from `first` on. These call f(first, reached) for each
  // count that reaches a row: of the leave after a play, of the tiles that the mover does not see,
  // and of the lead of the side on turn (in points, before its play).
  template <typename F>
  void for_each_count_of_leave(const TileCounts& leave, F&& f) const {
    if (leave.size() == 0) return;
    for (const Letter letter : Letters(leave.letters())) {
      f(leave_rows_[letter], std::min(leave[letter], kRackSize));
    }
    f(leave_size_rows_, std::min(leave.size(), kRackSize));
  }
  template <typename F>
  void for_each_count_of_unseen(const TileCounts& unseen, F&& f) const {
    f(0, 1);  // the row that is always set
    for (const Letter letter : Letters(unseen.letters())) {
      f(unseen_rows_[letter], std::min(unseen[letter], most_[letter]));
    }
    if (const int reached = steps(kUnseenSteps, unseen.size()); reached > 0)
      f(unseen_size_rows_, reached);
  }
  template <typename F>
  void for_each_count_of_lead(int lead, int unseen, F&& f) const {
    const double scaled = lead / std::sqrt(static_cast<double>(std::max(unseen, 1)));
    if (const int reached = steps(kLeadSteps, scaled); reached > 0) f(lead_rows_, reached);
  }
  // Calls f(first, rows) for every count, with all its rows.
  template <typename F>
  void for_each_count(F&& f) const {
    f(0, 1);
    for (std::size_t letter = 0; letter <= static_cast<std::size_t>(letters_); ++letter) {
      f(leave_rows_[letter], kRackSize);
      f(unseen_rows_[letter], most_[letter]);
    }
    f(leave_size_rows_, kRackSize);
    f(unseen_size_rows_, static_cast<int>(kUnseenSteps.size()));
    f(lead_rows_, static_cast<int>(kLeadSteps.size()));
  }
  // A callback f(first, reached) that calls f(row) for each row of a count.
  template <typename F>
  static auto each_row(F&& f) {
    return [&f](int first, int reached) {
      for (int row = first; row < first + reached; ++row) f(row);
    };
  }

 private:
  static constexpr std::array<int, 20> kUnseenSteps{8,  9,  10, 11, 12, 13, 14, 16, 18, 20,
                                                    23, 27, 32, 38, 45, 52, 60, 70, 80, 90};
  static constexpr std::array<double, 23> kLeadSteps{-22,  -17,  -14,  -11.5, -9.5, -7.5, -6,  -4.6,
                                                     -3.4, -2.3, -1.2, 0,     1.2,  2.3,  3.4, 4.6,
                                                     6,    7.5,  9.5,  11.5,  14,   17,   22};

  // How many steps a number reaches.
  template <typename Steps, typename T>
  static int steps(const Steps& all, T number) {
    int reached = 0;
    for (const auto step : all) reached += number >= step;
    return reached;
  }

  int place_rows() const { return 2 * letters_ + 2 + static_cast<int>(kPointSteps.size()); }
  int class_rows() const { return 1 + kBoardDim * place_rows(); }

  int letters_;
  int tile_rows_ = 0;
  int leave_size_rows_ = 0, unseen_size_rows_ = 0, lead_rows_ = 0;
  std::array<int, kLetterCodes> leave_rows_{}, unseen_rows_{}, most_{};
};

}  // namespace zymurgy::nnue
