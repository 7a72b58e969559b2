#include "endgame/lane_pool.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "endgame/lane_plays.h"
#include "evaluate/move_finder.h"
#include "game/random.h"
#include "support/late_game.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

// Lists the plays of a rack on a board, all lanes together.
class PlaysOfRack {
 public:
  PlaysOfRack(const Lexicon& lexicon, const Position& position, const LanePool& pool)
      : ahead_(lexicon.graph()),
        plays_(lexicon.tiles(), position.layout(), position.rules(), lexicon.graph(), ahead_, pool),
        pool_(pool) {}

  std::vector<LanePlay> on(const SolverBoard& board, const Rack& rack, std::uint64_t rack_key) {
    std::vector<LanePlay> all;
    for (int lane = 0; lane < kLanes; ++lane) {
      const LaneList list = plays_.of(pool_.lane(board, lane), rack, rack_key);
      all.insert(all.end(), list.plays, list.plays + list.count);
    }
    return all;
  }

 private:
  LettersAhead ahead_;
  LanePlays plays_;
  const LanePool& pool_;
};

TEST_CASE("plays that lie apart can be made in either order") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(43);
  int apart = 0, meeting = 0;
  for (int n = 0; n < test::repeats(20); ++n) {
    const Position position = random_late_game(lexicon, finder, 0, random);
    LanePool pool(lexicon, lexicon.tiles().all_letters());
    PlaysOfRack plays(lexicon, position, pool);
    const SolverBoard board = pool.board(position.board());
    const Rack& others = position.rack(1 - position.on_turn());
    const std::vector<LanePlay> first = plays.on(board, position.rack(), 1),
                                second = plays.on(board, others, 2);
    if (first.empty() || second.empty()) continue;
    for (int pair = 0; pair < 200; ++pair) {
      const auto any = [&random](const std::vector<LanePlay>& of) {
        return of[random.below(static_cast<std::uint32_t>(of.size()))];
      };
      const LanePlay a = any(first), b = any(second);
      const Footprint of_a = pool.footprint(board, a), of_b = pool.footprint(board, b);
      CHECK(pool.apart(board, of_a, of_b) == pool.apart(board, of_b, of_a));
      if (!pool.apart(board, of_a, of_b)) {
        ++meeting;
        continue;
      }
      ++apart;
      SolverBoard after_a, after_b, after_both, turned;
      pool.lay(board, a, after_a);
      pool.lay(board, b, after_b);
      pool.lay(after_a, b, after_both);
      pool.lay(after_b, a, turned);
      CHECK(after_both.lanes == turned.lanes);
      CHECK(after_both.hash == turned.hash);
      // Names go by tiles and squares.
      const auto made = [](const LanePlay& play, const std::vector<LanePlay>& of) {
        return std::ranges::any_of(of, [&play](const LanePlay& same) {
          return same.key == play.key && same.score == play.score;
        });
      };
      CHECK(made(b, plays.on(after_a, others, 2)));
      CHECK(made(a, plays.on(after_b, position.rack(), 1)));
    }
  }
  CHECK(apart > meeting);
  CHECK(meeting > 0);
}

TEST_CASE("a pool that forgets keeps the boards at hand as they are") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(44);
  LanePool pool(lexicon, lexicon.tiles().all_letters());
  Position last = random_late_game(lexicon, finder, 0, random);
  for (int n = 0; n < 5; ++n)
    pool.board(last.board()), last = random_late_game(lexicon, finder, 0, random);
  const auto as_seen = [&](const SolverBoard& board) {
    std::vector<std::uint64_t> seen;
    for (int number = 0; number < kLanes; ++number) {
      const PooledLane& lane = pool.lane(board, number);
      seen.insert(seen.end(), {lane.key, lane.tiles_key, lane.taken, lane.meeting, lane.live});
      for (int i = 0; i < kBoardDim; ++i)
        for (const std::uint16_t id : {lane.in[i], lane.out[i]}) {
          const Cross& cross = pool.cross(id);
          seen.insert(seen.end(), {lane.tiles[i], cross.letters,
                                   static_cast<std::uint64_t>(cross.points), cross.key});
        }
    }
    return seen;
  };
  std::array boards{pool.board(last.board())};
  const auto before = as_seen(boards[0]);
  pool.keep_only(boards);
  CHECK(as_seen(boards[0]) == before);
  // And what is met again is the same.
  CHECK(pool.board(last.board()).lanes == boards[0].lanes);
}

}  // namespace
}  // namespace zymurgy
