#include "endgame/letters_ahead.h"

#include <doctest/doctest.h>

#include "support/made_up_lexicon.h"

namespace zymurgy {
namespace {

TEST_CASE("the letters ahead are those of the words") {
  const WordGraph& words = made_up_lexicon().graph();
  const LettersAhead ahead(words);
  std::array<LetterSet, LettersAhead::kFar> found{};
  words.for_each_word([&](const Letter* word, int length) {
    for (std::size_t i = 0; i < found.size() && static_cast<int>(i) < length; ++i)
      found[i] |= LetterSet{1} << word[i];
  });
  for (int after = 0; after < LettersAhead::kFar; ++after)
    for (Letter letter = 1; letter < kLetterCodes; ++letter)
      CHECK(ahead.may_have(words.dawg(), after, LetterSet{1} << letter) ==
            contains(found[static_cast<std::size_t>(after)], letter));
  // Too far on nothing is ruled out, and no word goes on from nowhere.
  CHECK(ahead.may_have(words.dawg(), LettersAhead::kFar, 0));
  CHECK(!ahead.may_have(0, 0, ~LetterSet{0}));
}

}  // namespace
}  // namespace zymurgy
