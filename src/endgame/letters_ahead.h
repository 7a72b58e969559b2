// Which letters words may hold a few squares further on, so that a search for words stops as soon
// as none can meet the tile or the crossing word that it must.
#pragma once

#include <array>
#include <vector>

#include "lexicon/word_graph.h"

namespace zymurgy {

class LettersAhead {
 public:
  static constexpr int kFar = 4;  // further on it says nothing

  explicit LettersAhead(const WordGraph& words);

  // Whether a word that goes on with one of the siblings has one of the letters after so many more.
  bool may_have(NodeIndex siblings, int after, LetterSet letters) const {
    return siblings != 0 && (after >= kFar || (sets_[siblings][after] & letters) != 0);
  }

 private:
  std::vector<std::array<LetterSet, kFar>> sets_;  // by the first of the siblings, or a later one
};

}  // namespace zymurgy
