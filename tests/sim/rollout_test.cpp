#include "sim/rollout.h"

#include <doctest/doctest.h>

#include "support/late_game.h"
#include "support/lexica.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

// What follows a pass of the side that holds `ours`, two scoreless turns before the end, where the
// other side has plays and is ahead by so much.
Sample after_a_pass(const char* ours, const char* theirs, int lead_of_theirs) {
  const test::Words& words = test::oel1();
  Position position(words.lexicon->tiles(), Layout::standard());
  position.set_rack(0, tiles(ours));
  position.set_score(0, 100);
  position.set_score(1, 100 + lead_of_theirs);
  position.set_scoreless_turns(position.rules().max_scoreless_turns - 2);
  Deal deal;
  deal.opponent = tiles(theirs);
  TileCounts bag = position.unseen(0);
  bag.remove(deal.opponent);
  Random random(1);
  deal.set_row(bag, random);
  const SimSetup setup(position, Lanes(*words.lexicon, position), *words.leaves,
                       {{Move::pass(), 0}});
  Rollout rollout(guide_maker(*words.lexicon, *words.leaves, test::oel1_wins())());
  return rollout.play(setup, 0, deal, kToTheEnd);
}

TEST_CASE("who is sure to win by scoreless turns ends the game in a rollout") {
  const Sample ended = after_a_pass("AEINRST", "DEORTLS", 100);
  CHECK(ended.reply == Move::pass());
  CHECK(ended.plies == 1);
  CHECK(ended.win == 0);
  CHECK(ended.spread == -100 * kPoint - 7 * kPoint + 8 * kPoint);  // what is left on both racks
  // Who is not so sure plays on, if it has a play.
  for (const int lead : {-100, 0}) {
    const Sample played = after_a_pass("AEINRST", "DEORTLS", lead);
    CHECK(played.reply.is_play());
    CHECK(played.plies > 1);
  }
}

TEST_CASE("who ends the game in a rollout goes by its own rack, whatever the other holds") {
  for (const char* ours : {"AEINRST", "QZJXKVV"}) {
    CHECK(after_a_pass(ours, "DEORTLS", -10).reply.is_play());
    CHECK(after_a_pass(ours, "DEORTLS", 60).reply == Move::pass());
  }
}

TEST_CASE("once the bag is empty a rollout goes out rather than end the game by scoreless turns") {
  Random random(3);
  const test::Words& words = test::oel1();
  for (int n = 0; n < 3; ++n) {
    Position position = late_position(0, kRackSize, random);
    const int other = 1 - position.on_turn();
    position.set_score(other, position.score(1 - other) + 200);
    position.set_scoreless_turns(position.rules().max_scoreless_turns - 2);
    Deal deal;
    deal.opponent = position.rack(other);
    deal.set_row({}, random);
    const SimSetup setup(position, Lanes(*words.lexicon, position), *words.leaves,
                         {{Move::pass(), 0}});
    Rollout rollout(guide_maker(*words.lexicon, *words.leaves, test::oel1_wins())());
    CHECK(rollout.play(setup, 0, deal, kToTheEnd).reply.is_play());
  }
}

}  // namespace
}  // namespace zymurgy
