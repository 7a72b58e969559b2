#include "play/limited.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "game/scoring.h"
#include "play/game.h"
#include "play/player.h"
#include "support/late_game.h"
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

// What somebody of a skill who knows every word chooses, so many times.
std::vector<Move> choices(const Position& position, const Skill& skill, int count) {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  const Lanes lanes(*words.lexicon, position);
  const Vocabulary all(words.lexicon->tiles(), 100, 1);
  Random random(7);
  std::vector<Move> chosen;
  for (int i = 0; i < count; ++i)
    chosen.push_back(limited_choice(finder, all, skill, position, lanes, random));
  return chosen;
}

std::vector<Candidate> moves_of(const Position& position) {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  return finder.all(position, Lanes(*words.lexicon, position));
}

constexpr Skill kAnything{.reach = 100, .temperature = 1e6};  // of what is seen, all is as likely

TEST_CASE("of ways to exchange only the best is thought of") {
  Position position(test::oel1().lexicon->tiles(), Layout::standard());
  position.set_rack(0, test::oel1().lexicon->tiles().parse_rack("UVVWWII").value());
  const std::vector<Candidate> all = moves_of(position);
  const auto best = std::ranges::find(all, MoveKind::kExchange,
                                      [](const Candidate& any) { return any.move.kind; });
  int exchanges = 0;
  for (const Move& move : choices(position, kAnything, 200)) {
    if (move.kind != MoveKind::kExchange) continue;
    ++exchanges;
    CHECK(move == best->move);
  }
  CHECK(exchanges > 0);
}

TEST_CASE("the thirtieth best play may be seen, none after it") {
  Position position(test::oel1().lexicon->tiles(), Layout::standard());
  position.set_rack(0, test::oel1().lexicon->tiles().parse_rack("AEINRST").value());
  const std::vector<Candidate> all = moves_of(position);
  std::ptrdiff_t last = 0;
  for (const Move& move : choices(position, kAnything, 500))
    last = std::max(last, std::ranges::find(all, move, &Candidate::move) - all.begin());
  CHECK(last == 29);
}

TEST_CASE("nobody passes who knows a play, and with the bag empty choices are closer") {
  constexpr double kTemperature = 20;
  constexpr int kTimes = 400;
  Random random(3);
  for (int met = 0; met < 3;) {
    Position late = late_position(0, kRackSize, random);
    for (std::vector<Candidate> all; !late.over(); late.make(all[0].move)) {
      all = moves_of(late);
      if (all.size() < 3 || all.size() > 30) continue;
      ++met;
      for (const Move& move : choices(late, kAnything, kTimes)) CHECK(move.is_play());
      // The odds of a quarter of the temperature.
      double sum = 0;
      for (const Candidate& any : all)
        if (any.move.is_play())
          sum += std::exp(in_points(any.equity - all[0].equity) / (kTemperature / 4));
      const auto made = choices(late, {.reach = 100, .temperature = kTemperature}, kTimes);
      const auto best = static_cast<double>(std::ranges::count(made, all[0].move)) / kTimes;
      CHECK(std::abs(best - 1 / sum) < 0.1);
    }
  }
}

TEST_CASE("who is as good as static play knows every word") {
  const Lexicon& lexicon = *test::oel1().lexicon;
  const Vocabulary all(lexicon.tiles(), Skill::of_elo(Skill::kHighestElo).reach, 1);
  bool knows = true;
  lexicon.graph().for_each_word([&](const Letter* letters, int length) {
    knows &= all.knows({letters, static_cast<std::size_t>(length)});
  });
  CHECK(knows);
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
