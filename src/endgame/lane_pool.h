// The solver's board: for each row and column, a number in a pool of all lanes met so far.
//
// A lane consists of its tiles and the cross-sets of its empty squares. Searches meet the same
// lanes again and again in different combinations, so each is stored once, with the cross-sets that
// its own tiles put on others. Making a play is then a dozen look-ups, and undoing it is free.
// Whatever is computed for a lane (endgame/lane_plays.h) is computed once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "game/board.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

using LaneSet = std::uint64_t;
// The index of a lane's square.
constexpr int square_of(int lane, int place) {
  return lane < kBoardDim ? lane * kBoardDim + place : place * kBoardDim + lane - kBoardDim;
}

// A play in the solver.
struct LanePlay {
  std::int16_t score;
  std::uint8_t lane, first;  // of the main word
  std::uint8_t count;
  std::array<Tile, kRackSize> tiles;  // to lay on the lane's free squares from `first` on
  std::uint32_t key;                  // a hash, almost certainly unique
};
static_assert(sizeof(LanePlay) == 16);

// Where a play lies: its main word, and the squares that it fills.
struct Footprint {
  std::uint8_t lane, first, last;
  std::uint32_t laid;  // bit per square
};

// The cross-set of an empty square.
struct Cross {
  LetterSet letters;
  int points;         // of the crossing tiles
  std::uint64_t key;  // a hash, almost certainly unique
};

struct PooledLane {
  std::uint64_t key;
  std::uint64_t tiles_key;  // of the tiles and the lane's number alone
  std::uint32_t taken;      // bit per square
  std::uint32_t meeting;    // the squares where a word touches a tile
  std::uint8_t number;      // rows 0.., columns kBoardDim..
  bool live;                // a word may fit somewhere
  std::array<Tile, kBoardDim> tiles;
  std::array<std::uint16_t, kBoardDim> in;  // the cross on each square, 0 none: see LanePool::cross
  std::array<std::uint16_t, kBoardDim> out;  // the crosses its tiles put on crossing lanes
};

struct SolverBoard {
  std::array<std::uint32_t, kLanes> lanes;  // their numbers in the pool
  LaneSet live = 0;
  std::uint64_t hash = 0;  // of the tiles
};

class LanePool {
 public:
  // `usable` are the letters that may yet be laid. Cross-sets hold no others.
  LanePool(const Lexicon& lexicon, LetterSet usable);

  const PooledLane& lane(const SolverBoard& board, int number) const {
    return lanes_[board.lanes[number]];
  }
  const Cross& cross(std::uint16_t id) const { return crosses_[id]; }

  SolverBoard board(const Board& board);
  // `to` becomes `from` with the play laid.
  void lay(const SolverBoard& from, const LanePlay& play, SolverBoard& to);
  // The board's hash after a play.
  std::uint64_t hash_after(const SolverBoard& board, const LanePlay& play) const;
  // The lanes that the play changes; plays in others stay legal and score the same.
  LaneSet touched(const SolverBoard& board, const LanePlay& play) const;
  Footprint footprint(const SolverBoard& board, const LanePlay& play) const;
  // If true, each of two plays can still be made after the other, on the same squares and for the
  // same score.
  bool apart(const SolverBoard& board, const Footprint& a, const Footprint& b) const;

  // `keep_only` drops all lanes of a crowded pool but those of the boards. Lanes keep their keys;
  // crosses are renumbered.
  bool crowded() const { return lanes_.size() > kMost || crosses_.size() > kMostCrosses; }
  void keep_only(std::span<SolverBoard> boards);

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 19;
  static constexpr std::size_t kMostCrosses = std::size_t{1} << 15;  // well below the 16-bit limit
  struct Change {
    std::uint8_t place;
    Tile tile;  // kEmpty: the cross changes
    std::uint16_t cross;
  };
  struct Edit {
    std::uint8_t number;
    std::uint8_t count = 0;
    bool tiles = false;
    std::uint64_t key;
    std::array<Change, kRackSize + 2> changes;
  };

  std::uint64_t tile_key(int place, Tile tile) const;
  std::uint64_t cross_key(int place, std::uint16_t cross) const;
  void start(Edit& edit, const SolverBoard& board, int number) const;
  void put(Edit& edit, const PooledLane& lane, int place, Tile tile) const;
  void ask(Edit& edit, const PooledLane& lane, int place, std::uint16_t cross) const;
  void apply(const Edit& edit, SolverBoard& board);
  template <typename Make>
  std::uint32_t number_of(std::uint64_t key, Make&& make);
  std::uint32_t* slot_of(std::uint64_t key);
  // Sets `tiles_key` and `out` from the lane's tiles.
  void find_crosses(PooledLane& lane);
  // Sets `meeting` and `live` from the lane's tiles and `in`.
  static void find_openings(PooledLane& lane);
  std::uint16_t cross_id(LetterSet letters, int points);
  void forget_crosses();
  void insert(const PooledLane& lane);

  const Lexicon* lexicon_;
  LetterSet usable_;
  std::vector<PooledLane> lanes_;     // 0 is unused
  std::vector<std::uint32_t> index_;  // open addressing by key
  std::vector<Cross> crosses_;        // 0 none, 1 no letter fits
  std::unordered_map<std::uint64_t, std::uint16_t> cross_ids_;
};

}  // namespace zymurgy
