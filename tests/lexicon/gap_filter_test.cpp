#include "lexicon/gap_filter.h"

#include <doctest/doctest.h>

#include "game/random.h"
#include "support/lexica.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("gaps that a letter fills are told, and most of the others") {
  const WordGraph& graph = oel1().lexicon->graph();
  const GapFilter filter(graph);
  const auto told = [&filter](const std::vector<Letter>& word, std::size_t gap) {
    const LetterRun run(word);
    return filter.may_be_filled(GapFilter::key_of({run.first(gap), run.subspan(gap + 1)}));
  };
  int n = 0;
  graph.for_each_word([&](const Letter* word, int length) {
    if (length < 4 || length > kBoardDim || ++n % 10 != 0) return;
    for (int gap = 1; gap + 1 < length; ++gap)
      REQUIRE(told({word, word + length}, static_cast<std::size_t>(gap)));
  });
  Random random(5);
  int wrong = 0, empty = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<Letter> run(6 + random.below(4));
    for (Letter& letter : run) letter = static_cast<Letter>(1 + random.below(26));
    const std::size_t gap = 1 + random.below(static_cast<std::uint32_t>(run.size()) - 2);
    bool filled = false;
    for (run[gap] = 1; run[gap] <= 26 && !filled; ++run[gap]) filled = graph.contains(run);
    empty += !filled;
    wrong += !filled && told(run, gap);
  }
  CHECK(wrong < empty / 6);
}

TEST_CASE("a memory of gaps looks once for what is asked for again") {
  GapCache memory;
  int looks = 0;
  const auto recalled = [&](std::uint64_t key, LetterSet letters) {
    return memory.recall(key, [&] {
      ++looks;
      return letters;
    });
  };
  CHECK(recalled(77, set_of(3)) == set_of(3));
  CHECK(recalled(77, set_of(4)) == set_of(3));
  CHECK(looks == 1);
  CHECK(recalled(78, set_of(5)) == set_of(5));  // takes its place
  CHECK(recalled(77, set_of(4)) == set_of(4));
  CHECK(looks == 3);
}
