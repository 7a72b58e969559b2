#include "support/lexica.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "game/random.h"
#include "lexicon/word_graph_builder.h"

namespace zymurgy::test {
namespace {

Words load(const Library& library, const std::string& code) {
  const TileSet& tiles = TileSet::english();
  return {library.lexicon(code, tiles).value(),
          library.leaves(library.own_leaves(code, tiles), tiles).value()};
}

}  // namespace

const Words& oel1() {
  static const Words words = load(Library(), "OEL1");
  return words;
}

const WinTable& oel1_wins() {
  static const WinTable wins = win_table_of(Library(), "OEL1").value();
  return wins;
}

PlayerTables oel1_tables() {
  return {.lexicon = oel1().lexicon.get(), .leaves = oel1().leaves.get(), .wins = &oel1_wins()};
}

const Words& thin_oel1() {
  static const Words words = [] {
    std::vector<std::vector<Letter>> some;
    int n = 0;
    oel1().lexicon->graph().for_each_word([&](const Letter* word, int length) {
      if (length <= 2 || ++n % (length == 3 ? 4 : 80) == 0) some.emplace_back(word, word + length);
    });
    auto graph = build_word_graph(std::move(some), false).value();
    return Words{std::make_shared<Lexicon>("THIN", TileSet::english(), std::move(graph)),
                 oel1().leaves};
  }();
  return words;
}

const Words* reference() {
  static const auto words = []() -> std::unique_ptr<Words> {
    const Library library({ZYMURGY_SHARED_DIR "/lexica"});
    if (!library.has("TWL06.kwg") || !library.has("TWL06.klv2")) return nullptr;
    return std::make_unique<Words>(load(library, "TWL06"));
  }();
  if (words == nullptr) MESSAGE("skipped: no reference lexicon");
  return words.get();
}

Position random_position(const Words& words, std::uint64_t seed) {
  Random random = Random::stream(seed, 0x706f73);
  MoveFinder finder(*words.lexicon, *words.leaves);
  for (;;) {
    Position position(words.lexicon->tiles(), Layout::standard());
    Lanes lanes(*words.lexicon, position.layout());
    std::vector<Letter> bag;
    position.tiles().counts().for_each_tile([&](Letter letter) { bag.push_back(letter); });
    std::shuffle(bag.begin(), bag.end(), random);
    const auto draw = [&](int player) {
      for (; position.rack(player).size() < kRackSize && !bag.empty(); bag.pop_back())
        position.give(player, bag.back());
    };
    draw(0);
    draw(1);
    for (int turns = static_cast<int>(random.below(48)); turns > 0 && !position.over(); --turns) {
      Move move = finder.best(position, lanes).move;
      const auto& plays = finder.plays(position, lanes);
      if ((random.below(2) == 0 || !move.is_play()) && !plays.empty())
        move = plays[random.below(static_cast<std::uint32_t>(plays.size()))];
      if (!move.is_play()) break;
      const int player = position.on_turn();
      position.make(move);
      lanes.lay(move);
      draw(player);
    }
    if (!position.over()) return position;
  }
}

}  // namespace zymurgy::test
