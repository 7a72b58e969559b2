// Which letters words may have next and a few squares further on. A search for words then skips
// letters that do not fit, and stops as soon as no word can meet the tile or the crossing word that
// it must.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "lexicon/word_graph.h"

namespace zymurgy {

class LettersAhead {
 public:
  static constexpr int kFar = 4;  // from here on any letter is taken as possible

  explicit LettersAhead(const WordGraph& words);

  // Whether some word through one of the siblings has one of `letters` `after` places further on.
  bool may_have(NodeIndex siblings, int after, LetterSet letters) const {
    return siblings != 0 && (after >= kFar || (sets_[siblings][after] & letters) != 0);
  }

  // The letters of these siblings (none if siblings is 0), and the sibling with a given one of
  // them: siblings are in ascending order.
  LetterSet letters(NodeIndex siblings) const { return siblings != 0 ? sets_[siblings][0] : 0; }
  NodeIndex sibling(NodeIndex siblings, Letter letter) const {
    const LetterSet before = sets_[siblings][0] & ((LetterSet{1} << letter) - 1);
    return siblings + static_cast<NodeIndex>(std::popcount(before));
  }

 private:
  std::vector<std::array<LetterSet, kFar>> sets_;  // by node: of it and its later siblings
};

}  // namespace zymurgy
