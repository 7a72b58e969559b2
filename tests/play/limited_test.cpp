#include "play/limited.h"

#include <doctest/doctest.h>

#include "game/scoring.h"
#include "play/game.h"
#include "play/player.h"
#include "support/lexica.h"

namespace zymurgy {
namespace {

TEST_CASE("a vocabulary grows with its reach, begins with the short words, and is its seed's own") {
  const Lexicon& lexicon = *test::oel1().lexicon;
  const Vocabulary some(lexicon.tiles(), 6, 1), more(lexicon.tiles(), 9, 1),
      same(lexicon.tiles(), 6, 1), other(lexicon.tiles(), 6, 2);
  std::array<double, WordGraph::kMaxLength + 1> words{}, known{};
  int differ = 0;
  lexicon.graph().for_each_word([&](const Letter* letters, int length) {
    const std::span word(letters, static_cast<std::size_t>(length));
    const bool knows = some.knows(word);
    CHECK_FALSE((knows && !more.knows(word)));
    CHECK(knows == same.knows(word));
    differ += knows != other.knows(word);
    words[word.size()] += 1;
    known[word.size()] += knows;
  });
  CHECK(differ > 1000);
  CHECK(known[2] == words[2]);
  for (std::size_t length = 3; length <= 9; ++length) {
    CAPTURE(length);
    CHECK(known[length] / words[length] < known[length - 1] / words[length - 1] + 0.001);
  }
  // Rare tiles make a word hard.
  CHECK(known[4] / words[4] > 0.5);
  CHECK(known[8] / words[8] < 0.5);
}

TEST_CASE("limited players make legal moves of words they know, to the end of the game") {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  for (const int elo : {800, 1400, 2000}) {
    const Skill skill = Skill::of_elo(elo);
    const Vocabulary vocabulary(words.lexicon->tiles(), skill.reach, 1);
    Random random(5);
    Game game(*words.lexicon, Layout::standard());
    game.start(static_cast<std::uint64_t>(elo));
    int turns = 0;
    for (; !game.over() && turns < 100; ++turns) {
      const Position& position = game.position();
      const Move move = limited_choice(finder, vocabulary, skill, position, game.lanes(), random);
      if (elo == 2000) CHECK(move == finder.best(position, game.lanes()).move);
      if (move.is_play())
        for (Word word : words_formed(position.board(), move)) {
          for (Tile& tile : word) tile = letter_of(tile);
          CHECK(vocabulary.knows(word));
          CHECK(words.lexicon->graph().contains(word));
        }
      game.play(move);
    }
    CHECK(game.over());
  }
}

TEST_CASE("who sees few plays of a rack does not exchange for want of others") {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  Position position(words.lexicon->tiles(), Layout::standard());
  position.set_rack(0, words.lexicon->tiles().parse_rack("AEINRST").value());
  const Lanes lanes(*words.lexicon, position);
  const Skill skill = Skill::of_elo(1000);
  const Vocabulary vocabulary(words.lexicon->tiles(), skill.reach, 1);
  Random random(3);
  int exchanges = 0;
  for (int i = 0; i < 200; ++i)
    exchanges += limited_choice(finder, vocabulary, skill, position, lanes, random).kind ==
                 MoveKind::kExchange;
  CHECK(exchanges < 40);
}

TEST_CASE("a higher level knows more words and chooses closer, whatever the step") {
  Skill below = Skill::of_elo(Skill::kLowestElo);
  for (int elo = Skill::kLowestElo + 25; elo <= Skill::kHighestElo; elo += 25) {
    const Skill skill = Skill::of_elo(elo);
    CHECK(skill.reach > below.reach);
    CHECK(skill.temperature < below.temperature);
    below = skill;
  }
  CHECK(below.temperature == 0);
}

TEST_CASE("lower levels score less") {
  const test::Words& words = test::oel1();
  double last = 0;
  for (const char* name : {"limited:1000", "limited:1500", "limited:2000"}) {
    const auto player = make_player(PlayerSpec::parse(name).value(),
                                    {words.lexicon.get(), words.leaves.get(), nullptr, nullptr});
    player->start_game(Random(1));
    Game game(*words.lexicon, Layout::standard());
    double points = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed)
      for (game.start(seed); !game.over();) {
        const Move move = player->choose(game.position(), game.lanes());
        points += move.score;
        game.play(move);
      }
    CHECK(points > last);
    last = points;
  }
  for (const char* name : {"limited", "limited:", "limited:700", "limited:2001", "limited:x"})
    CHECK_MESSAGE(!PlayerSpec::parse(name), name);
}

}  // namespace
}  // namespace zymurgy
