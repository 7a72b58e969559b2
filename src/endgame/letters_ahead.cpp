#include "endgame/letters_ahead.h"

namespace zymurgy {

LettersAhead::LettersAhead(const WordGraph& words) : sets_(words.nodes()) {
  // Backwards, because each set includes that of the next sibling.
  for (std::size_t after = 0; after < kFar; ++after)
    for (std::size_t i = words.nodes(); i-- > 0;) {
      const auto node = static_cast<NodeIndex>(i);
      LetterSet& set = sets_[i][after];
      if (after == 0)
        set = LetterSet{1} << words.tile(node);
      else if (words.child(node) != 0)
        set = sets_[words.child(node)][after - 1];
      if (!words.last(node)) set |= sets_[i + 1][after];
    }
}

}  // namespace zymurgy
