#include "endgame/words_in_reach.h"

#include <doctest/doctest.h>

#include <vector>

#include "lexicon/word_graph_builder.h"

using namespace zymurgy;

TEST_CASE("a word in reach may take all the blanks that there are, and no more") {
  const TileSet& tiles = TileSet::english();
  std::vector<std::vector<Letter>> words;
  for (std::size_t length = 2; length <= 7; ++length) {  // QA, QAB, QABC...
    std::vector<Letter> word{*tiles.parse_word("Q")->begin()};
    for (Letter letter = 1; word.size() < length; ++letter) word.push_back(letter);
    words.push_back(std::move(word));
  }
  const Lexicon lexicon("Q", tiles, build_word_graph(words, false).value());
  Board board;
  board.set({7, 7}, words[0][0]);
  for (int blanks = 0; blanks <= kRackSize; ++blanks) {
    TileCounts held;
    held.add(kBlank, blanks);
    const WordGraph graph = words_in_reach(lexicon, board, held);
    for (std::size_t i = 0; i < words.size(); ++i)
      CHECK(graph.contains(words[i]) == (static_cast<int>(i) < blanks));
  }
}
