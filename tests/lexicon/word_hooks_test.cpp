#include "lexicon/word_hooks.h"

#include <doctest/doctest.h>

#include <set>

#include "game/random.h"
#include "lexicon/word_graph_builder.h"
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
    REQUIRE(table.find(table.key_of({word, static_cast<std::size_t>(length)}), hooks));
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
    REQUIRE(table.find(table.key_of(run), hooks) == lexicon.graph().contains(run));
  }
}

TEST_CASE("words made for a factor under which they have one key are told apart") {
  const auto word = [](const char* text) { return TileSet::english().parse_word(text).value(); };
  const std::vector<std::vector<Letter>> words{word("BBAADAMAAAAFCHA"), word("AAODAHADAGGAAAI")};
  const WordHookTable table(build_word_graph({words}, false).value());
  std::set<std::uint64_t> keys, golden_keys;
  for (const auto& letters : words) {
    WordHooks hooks;
    CHECK(table.find(table.key_of(letters), hooks));
    keys.insert(table.key_of(letters));
    std::uint64_t key = 0;
    for (const Letter letter : letters) key = (key + letter) * kGolden;
    golden_keys.insert(key);
  }
  CHECK(keys.size() == 2);
  CHECK(golden_keys.size() == 1);
}
