#include "lexicon/word_graph.h"

#include <doctest/doctest.h>

#include "lexicon/library.h"
#include "lexicon/random_words.h"
#include "lexicon/word_graph_builder.h"

namespace zymurgy {
namespace {

using test::Letters;

std::vector<Letters> words_of(const WordGraph& graph) {
  std::vector<Letters> words;
  graph.for_each_word(
      [&](const Letter* word, int length) { words.emplace_back(word, word + length); });
  return words;
}

WordGraph build(const std::set<Letters>& words, bool with_gaddag) {
  return build_word_graph({words.begin(), words.end()}, with_gaddag).value();
}

TEST_CASE("a built graph holds the sorted set of its words") {
  Random random(1);
  for (int n = 0; n < 60; ++n) {
    const int kinds = n % 3 == 0 ? 2 : n % 3 == 1 ? 8 : 26;
    const auto words = test::random_words(random, 1 << n % 12, kinds, 1, 1 + n % 21);
    const WordGraph graph = build(words, n % 2 == 0);
    CHECK(words_of(graph) == std::vector<Letters>(words.begin(), words.end()));
    for (const Letters& word : test::random_words(random, 50, kinds, 1, 8))
      CHECK(graph.contains(word) == words.contains(word));
  }
}

TEST_CASE("order and repeats of the words do not matter, and the DAWG is minimal") {
  const auto word = [](const char* text) { return TileSet::english().parse_word(text).value(); };
  const auto a = build_word_graph(
      {word("PITY"), word("CITIES"), word("CITY"), word("PITIES"), word("CITY")}, false);
  // The two roots, and C P, I, T, I Y, E, S.
  CHECK(a->nodes() == 2 + 2 + 1 + 1 + 2 + 1 + 1);
  const auto b =
      build_word_graph({word("CITY"), word("PITY"), word("PITIES"), word("CITIES")}, false);
  CHECK(a->bytes() == b->bytes());
}

TEST_CASE("no words make the format's empty graph") {
  const std::string bytes = build({}, true).bytes();
  CHECK(bytes == std::string("\0\0\x40\0\0\0\x40\0", 8));
  CHECK(words_of(WordGraph::read(bytes, "empty", TileSet::english()).value()).empty());
}

TEST_CASE("the GADDAG holds each word from each of its letters, and nothing else") {
  Random random(2);
  const auto words = test::random_words(random, 300, 4, 2, 7);
  const WordGraph graph = build(words, true);
  std::set<Letters> expected, found;
  for (const Letters& word : words) {
    for (std::size_t front = 1; front <= word.size(); ++front) {
      Letters path(word.rend() - static_cast<std::ptrdiff_t>(front), word.rend());
      if (front < word.size()) path.push_back(0);
      path.insert(path.end(), word.begin() + static_cast<std::ptrdiff_t>(front), word.end());
      expected.insert(std::move(path));
    }
  }
  Letters path;
  const auto walk = [&](auto&& self, NodeIndex node) -> void {
    for (; node != 0; ++node) {
      path.push_back(graph.tile(node));
      if (graph.accepts(node)) found.insert(path);
      self(self, graph.child(node));
      path.pop_back();
      if (graph.last(node)) return;
    }
  };
  walk(walk, graph.gaddag());
  CHECK(found == expected);
}

TEST_CASE("written and read graphs are the same") {
  Random random(3);
  for (const bool gaddag : {false, true}) {
    const WordGraph graph = build(test::random_words(random, 500, 26, 2, 12), gaddag);
    const auto read = WordGraph::read(graph.bytes(), "test", TileSet::english()).value();
    CHECK(read.bytes() == graph.bytes());
    CHECK((read.gaddag() != 0) == gaddag);
  }
}

TEST_CASE("the default lexicon has its words") {
  const auto lexicon = Library().lexicon("OEL1", TileSet::english()).value();
  CHECK(words_of(lexicon->graph()).size() == 274080);
  const auto has = [&](const char* word) {
    return lexicon->graph().contains(TileSet::english().parse_word(word, false).value());
  };
  CHECK(has("zymurgy"));
  CHECK(!has("zymurg"));
}

TEST_CASE("the reference lexicon has its words") {
  const Library library({ZYMURGY_SHARED_DIR "/lexica"});
  if (!library.has("TWL06.kwg")) {
    MESSAGE("skipped: no reference lexicon");
    return;
  }
  const std::string bytes = library.read("TWL06.kwg").value();
  const auto graph = WordGraph::read(bytes, "TWL06", TileSet::english()).value();
  CHECK(graph.bytes() == bytes);
  const auto words = words_of(graph);
  CHECK(words.size() == 178691);
  CHECK(words_of(build_word_graph(words, true).value()) == words);
}

TEST_CASE("damaged graphs are read or refused with one sentence") {
  Random random(4);
  const WordGraph graph = build(test::random_words(random, 40, 26, 2, 9), true);
  int refused = 0;
  test::for_each_damage(random, graph.bytes(), 5000, [&](const std::string& bytes) {
    const auto read = WordGraph::read(bytes, "test", TileSet::english());
    if (read) {
      for (const Letters& word : words_of(*read)) REQUIRE(word.size() <= WordGraph::kMaxLength);
    } else {
      ++refused;
      REQUIRE(read.error().message.starts_with("word graph test: "));
      REQUIRE(read.error().message.find('\n') == std::string::npos);
    }
  });
  CHECK(refused > 2000);
}

TEST_CASE("what is wrong with a graph is named") {
  const auto error = [](std::vector<std::uint32_t> nodes) {
    const auto read =
        WordGraph::read(WordGraph(std::move(nodes)).bytes(), "test", TileSet::english());
    return read ? "" : read.error().message.substr(17);  // after "word graph test: "
  };
  const auto node = [](int letter, bool accepts, bool last, std::uint32_t child) {
    return static_cast<std::uint32_t>(letter) << 24 | std::uint32_t{accepts} << 23 |
           std::uint32_t{last} << 22 | child;
  };
  const std::uint32_t root = node(0, false, true, 2), none = node(0, false, true, 0);
  CHECK(error({root, none, node(1, true, true, 0)}) == "");
  CHECK(error({root}) == "its 4 bytes are not a whole number of nodes, at least two");
  CHECK(error({node(0, false, true, 9), none}) == "node 9 (byte 36) lies outside the file");
  CHECK(error({root, none, node(1, true, false, 0)}) ==
        "node 2 (byte 8) starts siblings that never end");
  CHECK(error({root, none, node(27, true, true, 0)}) ==
        "node 2 (byte 8) has letter 27, but english has 26; --letters, LetterDistribution or ld "
        "names another tile set");
  CHECK(error({root, none, node(2, true, false, 0), node(1, true, true, 0)}) ==
        "node 3 (byte 12) is out of order among its siblings");
  CHECK(error({root, none, node(1, true, true, 2)}) ==
        "node 2 (byte 8) continues a word that is too long, or a cycle");
  // Twenty-one letters, each any of the alphabet: refused at once, not after 26^21 words.
  std::vector<std::uint32_t> nodes{root, none};
  for (std::uint32_t length = 1; length <= 21; ++length)
    for (int letter = 1; letter <= 26; ++letter)
      nodes.push_back(node(letter, true, letter == 26, length == 21 ? 0 : 2 + 26 * length));
  CHECK(error(nodes) == "it spells more than 8388608 words");
}

TEST_CASE("a graph for another alphabet is refused") {
  const auto graph = build_word_graph({{27, 28}}, false).value();
  CHECK(!WordGraph::read(graph.bytes(), "test", TileSet::english()));
  CHECK(WordGraph::read(graph.bytes(), "test", *TileSet::find("polish").value()));
}

}  // namespace
}  // namespace zymurgy
