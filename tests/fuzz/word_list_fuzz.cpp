// Word lists: any text is read or refused, and its words make a graph of exactly these words.
#include <set>

#include "lexicon/word_graph_builder.h"
#include "lexicon/word_list.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  static const TileSet& tiles = *TileSet::find("spanish").value();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto list = read_word_list(text, "fuzz", tiles);
  if (!list) return 0;
  const std::set<std::vector<Letter>> words(list->words.begin(), list->words.end());
  const auto graph = build_word_graph(list->words, true).value();
  std::size_t held = 0;
  graph.for_each_word([&](const Letter* word, int length) {
    ++held;
    ZYMURGY_CHECK(words.contains({word, word + length}));
  });
  ZYMURGY_CHECK(held == words.size());
  ZYMURGY_CHECK(WordGraph::read(graph.bytes(), "fuzz", tiles).has_value());
  return 0;
}
