// Finds the plays of a rack in a slot by walking the word graph along the slot's squares.
//
// Ten times as slow as looking words up by their letters (movegen/spellings.h), but for any number
// of blanks: with three, there are too many words to list.
#pragma once

#include <array>
#include <cstdint>

#include "movegen/rack_subsets.h"
#include "movegen/slots.h"

namespace zymurgy {

// Calls f(word, blanks, subset) for each play: its word, a bit for each place of the word with a
// blank, and the subset of the rack that it lays.
template <typename F>
class SlotWalk {
 public:
  SlotWalk(const WordGraph& graph, const RackSubsets& subsets, const Lane& lane, const Slot& slot,
           F f)
      : graph_(graph), lane_(lane), slot_(slot), f_(f), left_(subsets.rack()) {
    for (int j = 0; j < subsets.distinct(); ++j) strides_[subsets.letter(j)] = subsets.stride(j);
  }
  void run() { extend(0, graph_.dawg(), 0, 0); }

 private:
  void extend(int i, NodeIndex first, std::uint32_t blanks, int subset) {
    const int place = slot_.first + i;
    if (const Tile tile = lane_.tiles[place]; tile != kEmpty)
      return go_on(i, graph_.find(first, letter_of(tile)), blanks, subset);
    for (const NodeIndex node : graph_.siblings(first)) {
      const Letter letter = graph_.tile(node);
      if (contains(lane_.cross[place], letter)) {
        lay(letter, i, node, blanks, subset);
        lay(kBlank, i, node, blanks | 1U << i, subset);
      }
    }
  }
  // Lays a tile from the rack, if one is left.
  void lay(Letter source, int i, NodeIndex node, std::uint32_t blanks, int subset) {
    if (left_[source] == 0) return;
    left_.remove(source);
    go_on(i, node, blanks, subset + strides_[source]);
    left_.add(source);
  }
  void go_on(int i, NodeIndex node, std::uint32_t blanks, int subset) {
    if (node == 0) return;
    word_[i] = graph_.tile(node);
    if (i + 1 < slot_.length)
      extend(i + 1, graph_.child(node), blanks, subset);
    else if (graph_.accepts(node))
      f_(word_.data(), blanks, subset);
  }

  const WordGraph& graph_;
  const Lane& lane_;
  const Slot& slot_;
  F f_;
  Rack left_;
  std::array<int, kLetterCodes> strides_{};
  std::array<Letter, kBoardDim> word_;
};

}  // namespace zymurgy
