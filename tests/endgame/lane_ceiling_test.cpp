#include "endgame/lane_ceiling.h"

#include <doctest/doctest.h>

#include "endgame/lane_plays.h"
#include "evaluate/move_finder.h"
#include "game/random.h"
#include "support/late_game.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

TEST_CASE("no play on a lane scores more than the lane's ceiling") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  const LettersAhead ahead(lexicon.graph());
  const Anagrams anagrams(lexicon.graph());
  Random random(47);
  int known_to_have_no_whole = 0;
  for (int n = 0; n < test::repeats(60); ++n) {
    const Position position = random_late_game(lexicon, finder, 0, random);
    std::vector<Letter> tiles;
    position.rack().for_each_tile([&](Letter letter) { tiles.push_back(letter); });
    Rack rack;
    for (std::size_t i = 0; i < 1 + n % 7U && i < tiles.size(); ++i) rack.add(tiles[i]);

    LanePool pool(lexicon, lexicon.tiles().all_letters());
    const SolverBoard board = pool.board(position.board());
    LanePlays lists(lexicon.tiles(), position.layout(), position.rules(), lexicon.graph(), ahead,
                    pool);
    LaneCeiling ceiling(lexicon.tiles(), position.layout(), position.rules(), anagrams, pool);
    ceiling.set(rack);
    for (int lane = 0; lane < kLanes; ++lane) {
      const LaneCeiling::Scores most = ceiling.of(pool.lane(board, lane));
      known_to_have_no_whole += most.whole == LaneCeiling::Scores::kNoPlay ? 1 : 0;
      const LaneList list = lists.of(pool.lane(board, lane), rack, 1);
      for (int i = 0; i < list.count; ++i) {
        const LanePlay& play = list.plays[i];
        CHECK(play.score <= (play.count == rack.size() ? most.whole : most.others));
      }
    }
  }
  CHECK(known_to_have_no_whole > 0);
}

TEST_CASE("a word's letters are known in any order, and most others are not") {
  const Lexicon& lexicon = made_up_lexicon();
  const Anagrams anagrams(lexicon.graph());
  int words = 0, others = 0;
  Random random(53);
  lexicon.graph().for_each_word([&](const Letter* word, int length) {
    std::uint64_t sum = 0, changed = 0;
    for (int i = length; i-- > 0;) sum += Anagrams::of(word[i]);
    for (int i = 0; i < length; ++i)
      changed += Anagrams::of(static_cast<Letter>(1 + random.below(26)));
    CHECK(anagrams.may_have(sum));
    ++words;
    others += length > 5 && anagrams.may_have(changed) ? 1 : 0;
  });
  CHECK(words > 0);
  CHECK(others < words / 2);
}

}  // namespace
}  // namespace zymurgy
