#include "support/made_up_lexicon.h"

#include <map>
#include <mutex>

#include "game/random.h"
#include "lexicon/word_graph_builder.h"

namespace zymurgy {
namespace {

Lexicon make(const TileSet& tiles) {
  std::vector<Letter> vowels, consonants;
  for (int l = 1; l <= tiles.letters(); ++l) {
    // Letters are as common in words as in the bag.
    auto& kind = contains(tiles.vowels(), static_cast<Letter>(l)) ? vowels : consonants;
    kind.insert(kind.end(),
                static_cast<std::size_t>(std::max(1, tiles.count(static_cast<Letter>(l)))),
                static_cast<Letter>(l));
  }
  Random random(7);
  const auto any = [&](const std::vector<Letter>& letters) {
    return letters[random.below(static_cast<std::uint32_t>(letters.size()))];
  };
  std::vector<std::vector<Letter>> words;
  for (int n = 0; n < 2000; ++n) {
    std::vector<Letter> word;
    const std::uint32_t length = 2 + random.below(7), turn = random.below(2);
    for (std::uint32_t i = 0; i < length; ++i)
      word.push_back(any((i + turn) % 2 == 0 ? vowels : consonants));
    words.push_back(std::move(word));
  }
  return Lexicon("made-up", tiles, build_word_graph(std::move(words), false).value());
}

}  // namespace

const Lexicon& made_up_lexicon(std::string_view tile_set) {
  static std::mutex mutex;
  static std::map<std::string, Lexicon, std::less<>> made;
  const std::lock_guard lock(mutex);
  auto found = made.find(tile_set);
  if (found == made.end())
    found = made.emplace(std::string(tile_set), make(*TileSet::find(tile_set).value())).first;
  return found->second;
}

const Lexicon& few_letters_lexicon() {
  static const TileSet tiles = [] {
    std::string csv = "?,?,2,0,0\n";
    for (char letter = 'a'; letter <= 'p'; ++letter)
      csv += std::string{static_cast<char>(letter - 'a' + 'A'), ',', letter} + ",6,1," +
             (letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' ? "1\n" : "0\n");
    return TileSet::parse(csv, "few letters").value();
  }();
  static const Lexicon lexicon = make(tiles);
  return lexicon;
}

}  // namespace zymurgy
