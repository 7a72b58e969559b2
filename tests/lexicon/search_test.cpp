#include "lexicon/search.h"

#include <doctest/doctest.h>

#include <regex>

#include "lexicon/word_graph_builder.h"
#include "support/lexica.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::english;
using test::oel1;

std::vector<std::string> texts(const FoundWords& found, const TileSet& tiles = english()) {
  std::vector<std::string> texts;
  for (const auto& word : found)
    texts.push_back(tiles.word_text(word.data(), static_cast<int>(word.size())));
  return texts;
}

std::vector<std::string> anagrams_of(const std::string& rack) {
  return texts(anagrams(oel1().lexicon->graph(), english().parse_rack(rack).value()));
}

std::vector<std::string> matches_of(const std::string& pattern) {
  return texts(matches(oel1().lexicon->graph(), Pattern::parse(pattern, english()).value()));
}

TEST_CASE("anagrams use every tile, and blanks stand for what is missing") {
  using Texts = std::vector<std::string>;
  CHECK(anagrams_of("RETAINS") == Texts{"ANESTRI", "ANTSIER", "NASTIER", "RATINES", "RESIANT",
                                        "RETAINS", "RETINAS", "RETSINA", "STAINER", "STARNIE",
                                        "STEARIN"});
  CHECK(anagrams_of("ZYMURG?") == Texts{"ZYMURGy"});
  CHECK(anagrams_of("QZ").empty());
  CHECK(anagrams_of("").empty());
  CHECK(anagrams_of("A").empty());
}

TEST_CASE("words from tiles and words of a pattern are those that brute force finds") {
  const WordGraph& graph = oel1().lexicon->graph();
  for (const char* rack_text : {"AEINRST", "QUIZZ??", "??", "BCDFGHK", "EEEEEEEEEE?", "AB"}) {
    CAPTURE(rack_text);
    const TileCounts rack = english().parse_rack(rack_text).value();
    std::size_t expected = 0, expected_all = 0;
    graph.for_each_word([&](const Letter* word, int length) {
      TileCounts left = rack;
      for (int i = 0; i < length; ++i) {
        const Letter source = left[word[i]] > 0 ? word[i] : kBlank;
        if (left[source] == 0) return;
        left.remove(source);
      }
      ++expected;
      expected_all += left.empty();
    });
    CHECK(words_from(graph, rack).size() == expected);
    CHECK(anagrams(graph, rack).size() == expected_all);
  }

  const std::pair<const char*, const char*> patterns[] = {{"??", ".."},
                                                          {"Q?", "Q."},
                                                          {"*ZZ*", ".*ZZ.*"},
                                                          {"**QI**", ".*QI.*"},
                                                          {"?*X", "..*X"},
                                                          {"*", ".*"},
                                                          {"UN?*?ED", "UN..*.ED"},
                                                          {"", ""},
                                                          {"a*e*i*o*u", "A.*E.*I.*O.*U"}};
  for (const auto& known : patterns) {
    const char* pattern = known.first;  // clang 14 captures no structured binding
    CAPTURE(pattern);
    const std::regex regex(known.second);
    std::vector<std::string> expected;
    graph.for_each_word([&](const Letter* word, int length) {
      const std::string text = english().word_text(word, length);
      if (std::regex_match(text, regex)) expected.push_back(text);
    });
    CHECK(matches_of(pattern) == expected);
  }
}

TEST_CASE("searches know tiles of several characters") {
  const TileSet& spanish = *TileSet::find("spanish").value();
  std::vector<std::vector<Letter>> words;
  for (const char* word : {"[CH]A[LL]A", "A[CH]A", "[LL]A[CH]A"})
    words.push_back(spanish.parse_word(word).value());
  const WordGraph graph = build_word_graph(std::move(words), false).value();
  for (const char* tiles : {"A[CH]?A", "ACH?A", "ach?a", "ACh?A"})
    CHECK(texts(anagrams(graph, spanish.parse_letters(tiles).value()), spanish) ==
          std::vector<std::string>{"[CH]A[ll]A", "[ll]A[CH]A"});
  for (const char* pattern : {"?[CH]?", "?CH?", "?Ch?", "acha"})
    CHECK(texts(matches(graph, Pattern::parse(pattern, spanish).value()), spanish) ==
          std::vector<std::string>{"A[CH]A"});
}

TEST_CASE("a pattern's errors name what is wrong") {
  CHECK(Pattern::parse("A#", english()).error().message ==
        "pattern: no tile of english is written '#'");
  CHECK(Pattern::parse(std::string(63, '?'), english()));
  CHECK(Pattern::parse(std::string(64, '?'), english()).error().message ==
        "the pattern has more than 63 letters");
  CHECK(Pattern::parse(std::string(1000, '*'), english()));
}

}  // namespace
}  // namespace zymurgy
