#include "lexicon/extensions.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "game/random.h"
#include "support/lexica.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("extensions are the letters beside a run in all the words that hold it") {
  const WordGraph& graph = thin_oel1().lexicon->graph();
  const Extensions& extensions = thin_oel1().lexicon->extensions();
  std::vector<std::vector<Letter>> words;
  graph.for_each_word([&](const Letter* word, int length) {
    if (length <= kBoardDim) words.emplace_back(word, word + length);
  });
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    const auto& word = words[random.below(static_cast<std::uint32_t>(words.size()))];
    const std::size_t length = 2 + random.below(static_cast<std::uint32_t>(word.size() - 1));
    const std::size_t first = random.below(static_cast<std::uint32_t>(word.size() - length + 1));
    const std::vector<Letter> run(word.begin() + static_cast<std::ptrdiff_t>(first),
                                  word.begin() + static_cast<std::ptrdiff_t>(first + length));
    LetterSet before = 0, after = 0;
    for (const auto& other : words) {
      for (std::size_t at = 0; at + length <= other.size(); ++at) {
        if (!std::equal(run.begin(), run.end(), other.begin() + static_cast<std::ptrdiff_t>(at)))
          continue;
        if (at > 0) before |= set_of(other[at - 1]);
        if (at + length < other.size()) after |= set_of(other[at + length]);
      }
    }
    const Extension found = extensions.of(run);
    CHECK(found.before == before);
    CHECK(found.after == after);
  }
}
