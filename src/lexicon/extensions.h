// The extension sets of a run of letters: the letters that come right before it, and right after
// it, in some word. A square beside tiles can take no other letter, whatever else the word holds.
//
// Places in the lexicon's text are sorted by the three letters that start there; a run's
// occurrences are found among those of its rarest three letters. (MAGPIE and wolges use extension
// sets, too.)
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

  // For a run of two letters or more. Takes microseconds, so cache the result.
  Extension of(LetterRun run) const;

 private:
  std::size_t bucket(const Letter* at) const {
    return (static_cast<std::size_t>(at[0]) * kinds_ + at[1]) * kinds_ + at[2];
  }

  std::size_t kinds_;  // how many values a text byte has: 0 between words, or a letter
  std::vector<Letter> text_;
  std::vector<std::uint32_t> places_;  // by bucket
  // The letter after the three at each place: a sequential read that leaves few places to look up.
  std::vector<Letter> fourth_;
  std::vector<std::uint32_t> starts_;  // the start of each bucket in places_
};

}  // namespace zymurgy
