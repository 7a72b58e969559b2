#include "endgame/against_static.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "endgame/endgame.h"
#include "evaluate/move_finder.h"
#include "evaluate/worth.h"
#include "protocol/cgp.h"
#include "protocol/notation.h"
#include "support/late_game.h"
#include "support/lexica.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

// One player against another who replies by static equity.
class AgainstStatic {
 public:
  explicit AgainstStatic(const Lexicon& lexicon)
      : lexicon_(&lexicon), no_leaves_(lexicon.tiles()), finder_(lexicon, no_leaves_) {}

  // The plays of a position, the best by equity first, and the pass.
  std::vector<Candidate> moves(const Position& position) {
    return finder_.all(position, Lanes(*lexicon_, position));
  }

  // The player's final spread, if the best is made of his next so many choices.
  int spread(Position position, int player, int choices) {
    while (!position.over()) {
      const std::vector<Candidate> all = moves(position);
      if (position.on_turn() == player && choices > 0) {
        int best = -100000;
        for (const Candidate& candidate : all)
          best = std::max(best, spread(after(position, candidate.move), player, choices - 1));
        return best;
      }
      position.make(all.front().move);
    }
    return position.final_spread(player);
  }

  static Position after(Position position, const Move& move) {
    position.make(move);
    return position;
  }

 private:
  const Lexicon* lexicon_;
  LeaveTable no_leaves_;
  MoveFinder finder_;
};

// Endgames of random games, with four tiles on each rack.
class SmallEndgames {
 public:
  SmallEndgames(const Lexicon& lexicon, std::uint64_t seed)
      : lexicon_(&lexicon),
        no_leaves_(lexicon.tiles()),
        finder_(lexicon, no_leaves_),
        random_(seed) {}

  Position next() {
    Position position = random_late_game(*lexicon_, finder_, 0, random_);
    for (const int player : {0, 1})
      position.set_rack(player, cut(position.rack(player), 4, random_));
    return position;
  }

 private:
  const Lexicon* lexicon_;
  LeaveTable no_leaves_;
  MoveFinder finder_;
  Random random_;
};

TEST_CASE("a swindle wins of static replies a game that perfect ones win; the simplest are found") {
  const Lexicon& lexicon = made_up_lexicon();
  AgainstStatic against(lexicon);
  SmallEndgames endgames(lexicon, 12);
  int found = 0;
  for (int n = 0; n < test::repeats(40); ++n) {
    Position position = endgames.next();
    const int mover = position.on_turn();
    // Lost by a point, if it is played perfectly.
    position.set_score(0, 300), position.set_score(1, 300);
    EndgameOptions options;
    options.hash_mb = 8;
    const int gained = solve_endgame(lexicon, position, options)->spread;
    position.set_score(1 - mover, 301 + gained);

    options.replies = Replies::kFallible;
    const auto answer = solve_endgame(lexicon, position, options);
    REQUIRE(answer);
    CHECK(answer->final_spread == -1);
    CHECK(answer->against_static == find_swindle(lexicon, position, {}));
    CHECK(answer->move() ==
          answer->against_static.value_or(ValuedMove{answer->line.front(), 0}).move);
    if (answer->against_static) {
      ++found;
      const Position after = AgainstStatic::after(position, answer->move());
      CHECK(against.spread(after, mover, 1) > 0);
    } else if (against.moves(position).size() <= 100) {
      CHECK(against.spread(position, mover, 1) <= 0);
    }
    // Of what is not lost there is none, nor of what is not proved to be.
    EndgameOptions shallow = options;
    shallow.max_depth = 1;
    const auto guess = solve_endgame(lexicon, position, shallow);
    CHECK((guess->proved || !guess->against_static));
    position.set_score(1 - mover, 300 + gained);
    CHECK(!solve_endgame(lexicon, position, options)->against_static);
  }
  CHECK(found >= test::repeats(4));
}

TEST_CASE(
    "of who replies by static equity, what is told is won, and more than perfect play proves") {
  const Lexicon& lexicon = made_up_lexicon();
  AgainstStatic against(lexicon);
  SmallEndgames endgames(lexicon, 115);
  int more = 0;
  for (int n = 0; n < test::repeats(30); ++n) {
    Position position = endgames.next();
    const int mover = position.on_turn();
    EndgameOptions options;
    options.hash_mb = 8;
    options.replies = Replies::kStatic;
    const auto answer = solve_endgame(lexicon, position, options);
    REQUIRE(answer);
    REQUIRE(answer->proved);
    const std::vector<ValuedMove> ranked = ranked_against_static(lexicon, position, {});
    const ValuedMove& best = ranked.at(0);
    const auto made = std::ranges::find(ranked, answer->move(), &ValuedMove::move);
    REQUIRE(made != ranked.end());
    CHECK(std::max(made->spread, answer->spread) >= best.spread);
    if (answer->against_static) CHECK(*answer->against_static == best);
    // What is proved is reached whatever the replies, though it takes more than two choices.
    CHECK(answer->first_against_static.value_or(answer->spread) >= answer->spread);
    more += answer->against_static.has_value();
    const int told = position.spread() + best.spread;
    if (against.moves(position).size() <= 400) CHECK(told >= against.spread(position, mover, 1));
    while (!position.over())
      position.make(position.on_turn() == mover
                        ? ranked_against_static(lexicon, position, {}).at(0).move
                        : against.moves(position).front().move);
    CHECK(position.final_spread(mover) >= told);
  }
  if (test::kRunAll) CHECK(more > 0);
}

TEST_CASE("what is told of static replies counts on the next choice, too; nothing without time") {
  const Lexicon& lexicon = made_up_lexicon();
  AgainstStatic against(lexicon);
  SmallEndgames endgames(lexicon, 16);
  std::stop_source stop;
  stop.request_stop();
  int gained = 0;
  const int count = test::repeats(12);
  for (int met = 0; met < count;) {
    const Position position = endgames.next();
    if (against.moves(position).size() > 14) continue;
    ++met;
    const int mover = position.on_turn();
    const auto ranked = ranked_against_static(lexicon, position, {});
    const int two = against.spread(position, mover, 2);
    CHECK(position.spread() + ranked.at(0).spread >= two);
    gained += two > against.spread(position, mover, 1);
    CHECK(ranked_against_static(lexicon, position, Limits{stop.get_token()}).empty());
  }
  if (test::kRunAll) CHECK(gained > 0);
}

TEST_CASE("the more it is doubted that replies are static, the less is risked on it") {
  const Lexicon& lexicon = made_up_lexicon();
  SmallEndgames endgames(lexicon, 15);
  int risks = 0, fewer = 0;
  for (int n = 0; n < test::repeats(30); ++n) {
    const Position position = endgames.next();
    EndgameOptions options;
    options.hash_mb = 8;
    options.replies = Replies::kStatic;
    const int best = solve_endgame(lexicon, position, options)->spread;
    EndgameOptions given = options;
    // What the move made brings of perfect replies, and of static ones.
    const auto brings = [&](double doubt) {
      options.doubt = doubt;
      const auto answer = solve_endgame(lexicon, position, options);
      given.only = {answer->move()};
      const int of_static = answer->against_static ? answer->against_static->spread : 0;
      return std::pair(solve_endgame(lexicon, position, given)->spread, of_static);
    };
    const auto [safe, none] = brings(1);
    CHECK(safe == best);
    CHECK(none == 0);
    const auto [bold, much] = brings(0);
    const auto [wary, some] = brings(0.3);
    options.max_depth = 1;
    const auto guess = solve_endgame(lexicon, position, options);
    CHECK((!guess->against_static || guess->move() != guess->line.front()));
    options.max_depth = EndgameOptions{}.max_depth;
    CHECK(bold <= wary);
    CHECK(wary <= safe);
    const auto worth = [&](int spread) { return worth_of_end(position.spread() + spread); };
    if (wary < safe) CHECK(0.7 * worth(some) + 0.3 * worth(wary) > worth(safe));
    risks += bold < safe;
    fewer += bold < wary;
  }
  if (!test::kRunAll) return;  // a few positions may have none
  CHECK(risks > 0);
  CHECK(fewer > 0);
}

#if ZYMURGY_BOARD_DIM == 15
TEST_CASE("who is two points short of OEL1's perfect players sets a trap") {
  const std::string cgp =
      "7P6T/7RAGTIMER/1B5E3DEFI/HAGG3S6V/1R5c6I/1Y5R6A/1T5I1L5/MORKIN1BLUEY3/1N3OLEATE4/"
      "1E1WEX2VEND2Z/2OAF4O4A/2DESCHOOL4R/WUD6I4N/7mINUTIAE/6QATS4C EIJOPS/ANOU 415/469 0";
  const Position position = parse_cgp(cgp).value().position;
  EndgameOptions options;
  options.hash_mb = 8;
  options.replies = Replies::kFallible;
  const auto answer = solve_endgame(*test::oel1().lexicon, position, options);
  REQUIRE(answer);
  CHECK(answer->final_spread == -2);
  REQUIRE(answer->against_static);
  CHECK(ucgi_text(answer->move(), position) == "C2.PIG");

  std::stop_source stop;
  stop.request_stop();
  CHECK(!find_swindle(*test::oel1().lexicon, position, Limits{stop.get_token()}));
}
#endif

}  // namespace
}  // namespace zymurgy
