// What may stand beside a run of letters: the letters that come right before it, and right after
// it, in some word. A square beside tiles takes no other letter, whatever else the word holds.
//
// Places of the lexicon's text are kept by the three letters that start there; a run's words are
// found among those of the rarest three in a row. (MAGPIE and wolges know extension sets, too.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/letters.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

struct Extension {
  LetterSet before = 0, after = 0;
};

class Extensions {
 public:
  Extensions(const WordGraph& graph, int letters);

  // For a run of two letters or more: takes microseconds, so remember what it says.
  Extension of(LetterRun run) const;

 private:
  std::size_t bucket(const Letter* at) const {
    return (static_cast<std::size_t>(at[0]) * kinds_ + at[1]) * kinds_ + at[2];
  }

  std::size_t kinds_;  // of text bytes: 0 between words, and the letters
  std::vector<Letter> text_;
  std::vector<std::uint32_t> places_;  // by bucket
  // The letter after the three at each place: read in a row, it leaves few places to be looked up.
  std::vector<Letter> fourth_;
  std::vector<std::uint32_t> starts_;  // of each bucket in places_
};

}  // namespace zymurgy
