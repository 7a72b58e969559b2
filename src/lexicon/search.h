// Words of a graph by their letters (anagrams) or by their shape (patterns).
//
// Each word is found once, in the graph's order. A letter that needs a blank carries kBlankFlag.
// Cost is proportional to the part of the graph that can still match, which for anagrams of a rack
// is a few thousand nodes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "game/tile_set.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

using FoundWords = std::vector<std::vector<Tile>>;

// Words that use every one of the tiles.
FoundWords anagrams(const WordGraph& graph, const TileCounts& tiles);
// Words that use some or all of the tiles.
FoundWords words_from(const WordGraph& graph, const TileCounts& tiles);

// The shape of a word: letters as words have them (TileSet::take_letter), `?` for any one letter,
// `*` for any number of letters.
class Pattern {
 public:
  static constexpr int kLongest = 63;

  // Anything but a tile of the set, or more than kLongest elements, is an error.
  static Result<Pattern> parse(std::string_view text, const TileSet& tiles);

  // A set of the places in the pattern that the letters so far may have reached, one bit each.
  using States = std::uint64_t;
  States start() const { return past_runs(1); }
  States step(States states, Letter letter) const {
    return past_runs(((states & takes_[letter]) << 1) | (states & runs_));
  }
  bool matched(States states) const { return (states >> length_ & 1) != 0; }

 private:
  // A run (`*`) may be empty. No two runs are adjacent, so one step skips them.
  States past_runs(States states) const { return states | (states & runs_) << 1; }

  int length_ = 0;
  States runs_ = 0;                           // the places of `*`
  std::array<States, kLetterCodes> takes_{};  // for each letter, the places of it and of `?`
};

FoundWords matches(const WordGraph& graph, const Pattern& pattern);

}  // namespace zymurgy
