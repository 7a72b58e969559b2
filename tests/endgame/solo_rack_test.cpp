#include "endgame/solo_rack.h"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "support/made_up_lexicon.h"

namespace zymurgy {
namespace {

// Calls f(spelling) for every way to spell the letters with tiles of the rack.
template <typename F>
void for_each_spelling(const SoloRack& rack, const Letter* letters, std::size_t length, F&& f) {
  std::array<int, SoloRack::kMostTiles> left = rack.counts;
  SoloRack::Spelling spelling{};
  const auto go_on = [&](auto&& self, std::size_t at) -> void {
    if (at == length) return f(spelling);
    for (const Letter source : {letters[at], kBlank}) {
      if (!contains(rack.own, source)) continue;
      const std::uint8_t kind = rack.kind_of[source];
      if (left[kind] == 0) continue;
      --left[kind];
      spelling[at] = kind;
      self(self, at + 1);
      spelling[at] = 0;
      ++left[kind];
    }
  };
  go_on(go_on, 0);
}

TEST_CASE("a rack spells the words of its tiles, and what longer words begin with") {
  const Lexicon& lexicon = made_up_lexicon();
  for (const char* text : {"AEINRS", "AABEE", "EA", "ABER?", "AE??"}) {
    CAPTURE(text);
    const TileCounts tiles = lexicon.tiles().parse_rack(text).value();
    const SoloRack rack(lexicon.tiles(), lexicon.graph(), tiles);
    using Beginning = std::pair<std::vector<Letter>, SoloRack::Spelling>;
    std::array<std::set<SoloRack::Spelling>, SoloRack::kMostTiles + 1> words;
    std::array<std::map<Beginning, LetterSet>, SoloRack::kMostTiles + 1> beginnings;
    lexicon.graph().for_each_word([&](const Letter* word, int word_length) {
      const auto length = static_cast<std::size_t>(word_length);
      const auto held = static_cast<std::size_t>(rack.count);
      if (length >= 2 && length <= held)
        for_each_spelling(rack, word, length,
                          [&](const auto& spelling) { words[length].insert(spelling); });
      for (std::size_t first = 1; first < length && first <= held; ++first)
        for_each_spelling(rack, word, first, [&](const auto& spelling) {
          beginnings[first][{{word, word + first}, spelling}] |= set_of(word[first]);
        });
    });
    std::size_t all = 0;
    for (std::size_t length = 1; length <= SoloRack::kMostTiles; ++length) {
      CAPTURE(length);
      CHECK(std::set(rack.words[length].begin(), rack.words[length].end()) == words[length]);
      CHECK(rack.words[length].size() == words[length].size());
      std::multiset<std::pair<SoloRack::Spelling, LetterSet>> found, expected;
      for (const auto& beginning : rack.beginnings[length])
        found.insert({beginning.spelling, beginning.next});
      for (const auto& [key, next] : beginnings[length]) expected.insert({key.second, next});
      CHECK(found == expected);
      all += expected.size();
    }
    CHECK(rack.beginning_count() == all);
    CHECK(all > 0);
  }
}

}  // namespace
}  // namespace zymurgy
