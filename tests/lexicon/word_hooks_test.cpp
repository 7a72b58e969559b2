#include "lexicon/word_hooks.h"

#include <doctest/doctest.h>

#include "game/random.h"
#include "support/lexica.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("the hooks of words are the letters that make longer words of them") {
  const Lexicon& lexicon = *oel1().lexicon;
  const WordGraph& graph = lexicon.graph();
  const WordHookTable table(graph);
  int n = 0, hooked = 0;
  graph.for_each_word([&](const Letter* word, int length) {
    if (length < 3 || length >= kBoardDim || ++n % 10 != 0) return;
    WordHooks expected;
    std::vector<Letter> longer(word, word + length);
    longer.push_back(0);
    for (Letter letter = 1; letter <= lexicon.tiles().letters(); ++letter) {
      longer.back() = letter;
      if (graph.contains(longer)) expected.back |= set_of(letter);
    }
    longer.pop_back();
    longer.insert(longer.begin(), 0);
    for (Letter letter = 1; letter <= lexicon.tiles().letters(); ++letter) {
      longer.front() = letter;
      if (graph.contains(longer)) expected.front |= set_of(letter);
    }
    WordHooks hooks;
    REQUIRE(table.find(table.key_of(word, length), hooks));
    REQUIRE(hooks.front == expected.front);
    REQUIRE(hooks.back == expected.back);
    hooked += (hooks.front | hooks.back) != 0;
  });
  CHECK(hooked > 1000);
}

TEST_CASE("what is no word has no entry in the table of hooks") {
  const Lexicon& lexicon = *oel1().lexicon;
  const WordHookTable table(lexicon.graph());
  Random random(4);
  for (int i = 0; i < 10000; ++i) {
    std::vector<Letter> run(3 + random.below(5));
    for (Letter& letter : run) letter = static_cast<Letter>(1 + random.below(26));
    WordHooks hooks;
    REQUIRE(table.find(table.key_of(run.data(), static_cast<int>(run.size())), hooks) ==
            lexicon.graph().contains(run));
  }
}
