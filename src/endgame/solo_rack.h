// What the solo bound (endgame/solo_bound.h) needs to know about a rack, whatever the board:
// computed once per rack.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/tile_set.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

struct SoloRack {
  static constexpr int kMostTiles = kRackSize;

  // A way to reach a set of the tiles: add one tile of a letter.
  struct Step {
    std::uint8_t set, from, tiles, letter;  // `tiles` is how many `from` has
  };
  using Spelling = std::array<std::uint8_t, kMostTiles>;  // own tiles, by letter number
  struct Beginning {
    NodeIndex children;
    LetterSet next;  // the children's letters
    Spelling spelling;
  };

  // `words` are those that can still be spelled.
  SoloRack(const TileSet& set, const WordGraph& words, const TileCounts& rack);

  LetterSet own;         // the rack's letters
  int kinds = 0, count;  // distinct letters, and tiles
  // `width` is that of a list by number of tiles, then letter, padded to whole blocks.
  static constexpr int kBlock = 8, kMostWidth = 56;
  static_assert(kMostTiles < kBlock && kMostTiles * kMostTiles <= kMostWidth);
  int width = 0;
  // From here on, letters are given by their number in `kind_of`.
  std::array<std::uint8_t, kLetterCodes> kind_of{};
  std::array<int, kMostTiles> counts{}, scores{};
  std::array<std::uint8_t, kMostTiles> strides{};  // what a tile of each adds to a set's number
  std::vector<Step> steps;

  // Words of own tiles alone, by length (what a blank stands for does not distinguish words), and
  // the beginnings of longer words.
  std::array<std::vector<Spelling>, kMostTiles + 1> words;
  std::array<std::vector<Beginning>, kMostTiles + 1> beginnings;
  std::size_t beginning_count() const;
};

}  // namespace zymurgy
