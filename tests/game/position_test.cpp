#include "game/position.h"

#include <doctest/doctest.h>

#include <vector>

#include "evaluate/move_finder.h"
#include "game/random.h"
#include "support/made_up_lexicon.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

// Plays a game of random legal moves, each made, undone and made again.
class RandomGame {
 public:
  RandomGame(const Lexicon& lexicon, std::uint64_t seed)
      : lexicon_(lexicon),
        leaves_(lexicon.tiles()),
        finder_(lexicon, leaves_),
        random_(seed),
        position_(lexicon.tiles(), Layout::standard()),
        bag_(lexicon.tiles().counts()) {
    for (const int player : {0, 1}) draw(player);
  }

  void run() {
    while (!position_.over()) turn();
    check_end();
  }

 private:
  void draw(int player) {
    while (position_.rack(player).size() < kRackSize && !bag_.empty()) {
      std::uint32_t nth = random_.below(static_cast<std::uint32_t>(bag_.size()));
      Letter drawn = 0;
      bag_.for_each_tile([&](Letter letter) {
        if (nth-- == 0) drawn = letter;
      });
      bag_.remove(drawn);
      position_.give(player, drawn);
    }
  }

  void turn() {
    const Lanes lanes(lexicon_, position_);
    const std::vector<Candidate> moves = finder_.all(position_, lanes);
    for (int trial = 0; trial < 5; ++trial) {
      const Move& move = any(moves);
      const Position before = position_;
      const auto undo = position_.make(move);
      CHECK(position_.on_turn() == 1 - before.on_turn());
      CHECK(position_.score(before.on_turn()) == before.score(before.on_turn()) + move.score);
      CHECK(position_.rack(before.on_turn()).size() == before.rack().size() - move.tiles_played);
      CHECK(position_.rack(before.on_turn()) == before.leave_after(move));
      position_.undo(undo);
      REQUIRE(position_ == before);
    }
    const Move move = any(moves);
    const int mover = position_.on_turn();
    const int scoreless_turns = position_.scoreless_turns();
    position_.make(move);
    CHECK(position_.scoreless_turns() == (move.score > 0 ? 0 : scoreless_turns + 1));
    draw(mover);
    if (move.kind == MoveKind::kExchange) bag_.add(move.used());
    CHECK(position_.bag_size() == bag_.size());
    TileCounts hidden = bag_;
    hidden.add(position_.rack(mover));
    CHECK(position_.unseen(1 - mover) == hidden);
  }

  // Plays far more often than exchanges, so that games reach the end of the bag.
  const Move& any(const std::vector<Candidate>& moves) {
    std::size_t plays = 0;
    for (const Candidate& candidate : moves) plays += candidate.move.is_play();
    const bool play = plays > 0 && random_.below(8) != 0;
    for (;;) {
      const Move& move = moves[random_.below(static_cast<std::uint32_t>(moves.size()))].move;
      if (move.is_play() == play || plays == 0 || plays == moves.size()) return move;
    }
  }

  void check_end() const {
    const TileSet& tiles = position_.tiles();
    const int points[2] = {tiles.points(position_.rack(0)), tiles.points(position_.rack(1))};
    if (position_.rack(0).empty() || position_.rack(1).empty()) {
      const int out = position_.rack(0).empty() ? 0 : 1;
      CHECK(position_.end_adjustment(out) == 2 * points[1 - out]);
      CHECK(position_.end_adjustment(1 - out) == 0);
    } else {
      CHECK(position_.scoreless_turns() == position_.rules().max_scoreless_turns);
      for (const int player : {0, 1}) CHECK(position_.end_adjustment(player) == -points[player]);
    }
  }

  const Lexicon& lexicon_;
  LeaveTable leaves_;
  MoveFinder finder_;
  Random random_;
  Position position_;
  TileCounts bag_;
};

TEST_CASE("make and undo restore a position through random games, in three languages") {
  for (const char* language : {"english", "spanish", "german"})
    for (std::uint64_t seed = 0; seed < 4; ++seed)
      RandomGame(made_up_lexicon(language), seed).run();
}

TEST_CASE("what is put back the other side does not see, either") {
  const TileSet& tiles = TileSet::english();
  Position position(tiles, Layout::standard());
  position.set_rack(0, tiles.parse_rack("AEINRST").value());
  const Move play = test::opening_play("AN");
  const int bag = position.bag_size();
  CHECK(position.unseen_by_other(play) == bag + 5);
  CHECK(position.unseen_by_other(Move::pass()) == bag + 7);
  CHECK(position.unseen_by_other(Move::exchange(tiles.parse_rack("AE").value())) == bag + 7);
  // A rack that is not known is no empty one.
  position.make(play);
  position.set_rack(0, {});
  CHECK(!position.over());
}

TEST_CASE("tiles that a partial rack lacks count as drawn") {
  const TileSet& tiles = TileSet::english();
  Position position(tiles, Layout::standard());
  position.set_rack(0, tiles.parse_rack("AB").value());
  const Move play = test::opening_play("AX");
  const Position before = position;
  const auto undo = position.make(play);
  CHECK(position.rack(0) == tiles.parse_rack("B").value());
  position.undo(undo);
  CHECK(position == before);
  const int seven_of_theirs = tiles.total() - kRackSize;
  CHECK(position.unseen_by_other(Move::pass()) == seven_of_theirs);
  CHECK(position.unseen_by_other(play) == seven_of_theirs - 2);
}

TEST_CASE("a play of blanks alone, for no points, is a scoreless turn") {
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, TileSet::english().parse_rack("??AEINR").value());
  position.make(test::opening_play("at"));
  CHECK(position.scoreless_turns() == 1);
}

}  // namespace
}  // namespace zymurgy
