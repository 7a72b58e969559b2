// The words that a subset of a rack spells together with letters on the board.
//
// Keys of multisets of letters add up (lexicon/word_table.h), and words are filed by the keys of
// their letters, so finding the words that tiles spell is one look-up. With a blank it is one for
// each letter that the blank can stand for.
#pragma once

#include "lexicon/lexicon.h"
#include "movegen/rack_subsets.h"

namespace zymurgy {

inline constexpr int kMostBlanksSpelled = 2;  // in a subset

// Calls f(word, blank1, blank2) for every word of `length` letters made of the subset's tiles and
// the letters whose key is `through`. The blanks stand for blank1 <= blank2; with one blank, blank2
// is kBlank; with none, both are.
template <typename F>
void for_each_spelling(const Lexicon& lexicon, const RackSubsets& subsets, int subset,
                       MultisetKey through, int length, F&& f) {
  const WordTable& words = lexicon.words();
  const auto group = [&](MultisetKey key, Letter blank1, Letter blank2) {
    const WordTable::Group spelled = words.spelled_by(key, length);
    for (int w = 0; w < spelled.count; ++w) f(spelled.letters + w * length, blank1, blank2);
  };
  const MultisetKey key = subsets.key(subset) + through;
  switch (subsets.blanks(subset)) {
    case 0:
      if (words.may_spell(key)) group(key, kBlank, kBlank);
      break;
    case 1:
      for (const Letter blank : Letters(words.completions(key))) {
        group(key + words.key(blank), blank, kBlank);
      }
      break;
    default:
      for (const Letter blank1 : Letters(lexicon.tiles().all_letters())) {
        const MultisetKey key1 = key + words.key(blank1);
        for (const Letter blank2 : Letters(words.completions(key1) >> blank1 << blank1)) {
          group(key1 + words.key(blank2), blank1, blank2);
        }
      }
  }
}

}  // namespace zymurgy
