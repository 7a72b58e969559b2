// An upper bound on what a side can still score while the other side only passes.
//
// Passing is always allowed, so this bounds the value of any play, and cheaply: only the side's own
// tiles can still come onto the board. Each play's score is shared out among the tiles it lays.
// Each tile gets the best share that any square may bring it, with words in its row and column that
// the side's tiles could spell, whatever the other crossing words.
//
// Long words of own tiles bring most to the tile that completes them, but the others must have been
// laid before. So shares are kept by how many tiles of other plays their words hold, and the n-th
// tile laid gets no share that needs n of them. No two tiles get the same square.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "endgame/lane_pool.h"
#include "endgame/solo_lanes.h"
#include "endgame/solo_rack.h"

namespace zymurgy {

class SoloBound {
 public:
  static constexpr int kMostTiles = SoloRack::kMostTiles;

  // `words` are those that can still be spelled. All must outlive this.
  SoloBound(const TileSet& tiles, const Layout& layout, const WordGraph& words,
            const LettersAhead& ahead, const LanePool& pool);

  static constexpr int kNoBound = 20000;
  // The most that a side with these tiles can gain on one that holds `other_points` points: scores
  // and what the end of the game brings, without the bonus for a whole rack. `rack_key` identifies
  // the rack. kNoBound if a tile may bring more than kMostShare: words of the highest-scoring tiles
  // over several word premiums.
  int most_gain(const SolverBoard& board, const TileCounts& rack, std::uint64_t rack_key,
                int other_points);
  // From the last call: the most that its side can gain after a play on that board, besides the
  // play's score.
  struct RemainingGains {
    std::array<std::int16_t, 1 << kMostTiles> by_laid{};  // by the number of the set laid
    std::array<std::uint8_t, kLetterCodes> strides{};     // what a tile of each letter adds to it
    int after(const LanePlay& play) const;                // `play` is of the side's own tiles
  };
  const RemainingGains& remaining_gains() const { return remaining_gains_; }

 private:
  using Share = SoloLanes::Share;
  // One share for each of a rack's letters, padded to a block.
  using Shares [[gnu::vector_size(SoloRack::kBlock * sizeof(Share))]] = Share;
  // Sums at several prices of a square.
  using Sums [[gnu::vector_size(8 * sizeof(std::int32_t))]] = std::int32_t;
  using Squares = std::array<Share, kMostTiles + 1>;

  const SoloRack& cached_rack(const TileCounts& rack, std::uint64_t rack_key);
  Squares find_best_shares(const SolverBoard& board, std::uint64_t rack_key);
  bool may_matter(const Share* main, const Share* cross) const;
  Share raise_best(const Share* main, const Share* cross);
  void set_limits(Share square);
  void share_out(const Squares& squares, int end);

  const TileSet* tiles_;
  const WordGraph* words_;
  const LanePool* pool_;
  SoloLanes lanes_;

  std::unordered_map<std::uint64_t, SoloRack> racks_;
  std::size_t beginnings_ = 0;      // of all racks_
  const SoloRack* rack_ = nullptr;  // of the last call
  // Each letter's share on its best square, by the number of own tiles laid before; less than 0 if
  // it fits on none.
  std::array<Shares, kMostTiles> best_{};
  // A list of SoloRack::width: a share no greater than its limit changes nothing.
  std::array<Share, SoloRack::kMostWidth + SoloRack::kBlock> limits_{};
  RemainingGains remaining_gains_;
};

}  // namespace zymurgy
