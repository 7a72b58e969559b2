// How much a side can still score at most while the other does nothing but pass.
//
// Passing is always allowed, so this bounds what any play can bring, and cheaply: only the side's
// own tiles can still come to the board. Each play's score is shared out among the tiles it lays,
// and each tile is given the best share that any square of the board may bring it, with words of
// its row and column that the side's tiles could spell, whatever the crossing words; no two tiles
// get the same square.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "endgame/lane_pool.h"
#include "game/layout.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

class SoloBound {
 public:
  static constexpr int kMostTiles = 5;  // of the side: with more the bound says little

  // `words` are those that can still be spelled. All must outlive this.
  SoloBound(const TileSet& tiles, const Layout& layout, const WordGraph& words,
            const LanePool& pool);

  // The most that a side with these tiles can gain on one that holds `theirs` points: scores, and
  // what the end of the game brings. `rack_key` names the rack.
  int most(const SolverBoard& board, const TileCounts& rack, std::uint64_t rack_key, int theirs);

 private:
  // Shares are in twelfths of a point, -1 where there is no word.
  using Shares = std::array<std::array<std::int16_t, kBoardDim>, kMostTiles>;
  struct Lane {
    std::uint64_t key;
    std::uint32_t open;  // squares on which a tile may be laid
    Shares main, rest;   // by letter of the rack and square: the share, and the word's other tiles
  };
  struct Laid {
    std::uint8_t place, letter;  // a letter's number in the rack
  };

  void assign(const TileCounts& rack);
  int share(std::size_t kind, int row, int col, const Lane& across, const Lane& down, bool row_word,
            bool col_word) const;
  const Lane& lane(const PooledLane& pooled, std::uint64_t rack_key);
  void make(const PooledLane& pooled, Lane& lane);
  void extend(int place, NodeIndex siblings);
  void emit();

  const TileSet* tiles_;
  const Layout* layout_;
  const WordGraph* words_;
  const LanePool* pool_;
  struct Free {
    void operator()(Lane* lanes) const { std::free(lanes); }
  };
  std::unique_ptr<Lane[], Free> lanes_;  // by key; a newcomer replaces what lies in its place

  std::array<Letter, kMostTiles> letters_{};  // of the rack
  std::array<int, kMostTiles> left_{}, scores_{};
  int kinds_ = 0, left_count_ = 0;
  LetterSet usable_ = 0;  // that one of them may stand for

  // The lane being made.
  const PooledLane* pooled_ = nullptr;
  Lane* made_ = nullptr;
  std::array<Premium, kBoardDim> premiums_{};
  std::array<Laid, kMostTiles> laid_{};
  int laid_count_ = 0, sum_ = 0, length_ = 0;
};

}  // namespace zymurgy
