// Which letters words may hold next and a few squares further on, so that a search for words looks
// at none that do not fit, and stops as soon as none can meet the tile or the crossing word that it
// must.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "lexicon/word_graph.h"

namespace zymurgy {

class LettersAhead {
 public:
  static constexpr int kFar = 4;  // further on it says nothing

  explicit LettersAhead(const WordGraph& words);

  // Whether some word through one of the siblings has one of `letters` `after` places further on.
  bool may_have(NodeIndex siblings, int after, LetterSet letters) const {
    return siblings != 0 && (after >= kFar || (sets_[siblings][after] & letters) != 0);
  }

  // The letters of these siblings (0: there are none), and the sibling with one of them: they
  // ascend.
  LetterSet letters(NodeIndex siblings) const { return siblings != 0 ? sets_[siblings][0] : 0; }
  NodeIndex sibling(NodeIndex siblings, Letter letter) const {
    const LetterSet before = sets_[siblings][0] & ((LetterSet{1} << letter) - 1);
    return siblings + static_cast<NodeIndex>(std::popcount(before));
  }

 private:
  std::vector<std::array<LetterSet, kFar>> sets_;  // by the first of the siblings, or a later one
};

}  // namespace zymurgy
