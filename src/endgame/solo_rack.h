// What the bound by passing (endgame/solo_bound.h) has to know of a rack, whatever the board:
// worked out once a rack.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/tile_set.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

struct SoloRack {
  static constexpr int kMostTiles = kRackSize;

  // A way to reach a set of the tiles: one more of a letter.
  struct Step {
    std::uint8_t set, from, tiles, letter;  // the tiles of `from`, how many they are
  };
  using Spelling = std::array<std::uint8_t, kMostTiles>;  // of own tiles, by letter
  struct Beginning {
    NodeIndex children;
    LetterSet next;  // their letters
    Spelling spelling;
  };

  // `words` are those that can still be spelled.
  SoloRack(const TileSet& set, const WordGraph& words, const TileCounts& rack);

  LetterSet own;         // the rack's letters
  int kinds = 0, count;  // letters, and tiles
  // `width`: of a list by number of tiles, then letter, padded to whole blocks.
  static constexpr int kBlock = 8, kMostWidth = 56;
  static_assert(kMostTiles < kBlock && kMostTiles * kMostTiles <= kMostWidth);
  int width = 0;
  // The letters are numbered, and known by their number from here on.
  std::array<std::uint8_t, kLetterCodes> kind_of{};
  std::array<int, kMostTiles> counts{}, scores{};
  std::array<std::uint8_t, kMostTiles> strides{};  // in a set's number
  std::vector<Step> steps;

  // Words of own tiles alone, by length (what a blank stands for does not tell two apart), and what
  // longer words may begin with.
  std::array<std::vector<Spelling>, kMostTiles + 1> words;
  std::array<std::vector<Beginning>, kMostTiles + 1> beginnings;
  std::size_t beginning_count() const;
};

}  // namespace zymurgy
