#include "play/phase.h"

#include <doctest/doctest.h>

#include "support/late_game.h"
#include "support/lexica.h"

namespace zymurgy {
namespace {

// So many tiles in the bag, a full rack on turn, the other unknown; the rest lies on the board.
Position with_bag(int bag) {
  const TileSet& tiles = test::oel1().lexicon->tiles();
  Position position(tiles, Layout::standard());
  Rack rack;
  Board board;
  Move row;
  row.kind = MoveKind::kPlay;
  int to_lay = tiles.total() - 2 * kRackSize - bag;
  tiles.counts().for_each_tile([&](Letter letter) {
    if (rack.size() < kRackSize && letter != kBlank) return rack.add(letter);
    if (letter == kBlank || to_lay == 0) return;
    --to_lay;
    row.tiles[row.length++] = letter;
    if (row.length < kBoardDim && to_lay > 0) return;
    board.lay(row);
    row.length = 0;
    ++row.row;
  });
  position.set_board(board);
  position.set_rack(0, rack);
  REQUIRE(position.bag_size() == bag);
  return position;
}

TEST_CASE("who takes a position: by the tiles in the bag, what is known and what time there is") {
  for (const int bag : {0, 1, 2, 3, 20}) {
    CAPTURE(bag);
    Position position = with_bag(bag);
    const bool empty = bag == 0;
    const auto otherwise = [&](Phase phase) { return empty ? Phase::kEndgame : phase; };
    CHECK(phase_of(position, Budget::kNow) == Phase::kStatic);
    CHECK(phase_of(position, Budget::kUnbounded) ==
          otherwise(bag == 1 ? Phase::kPreendgame : Phase::kStatic));
    CHECK(phase_of(position, Budget::kWork) == otherwise(Phase::kSimulation));
    CHECK(phase_of(position, Budget::kTime) ==
          otherwise(bag <= 2 ? Phase::kPreendgame : Phase::kSimulation));
    // Without the rack on turn there is nothing to search.
    position.set_rack(0, {});
    CHECK(phase_of(position, Budget::kTime) == Phase::kStatic);
  }
  Position opening(test::oel1().lexicon->tiles(), Layout::standard());
  opening.set_rack(0, with_bag(0).rack(0));
  CHECK(phase_of(opening, Budget::kUnbounded) == Phase::kStatic);
  CHECK(phase_of(opening, Budget::kTime) == Phase::kSimulation);
}

TEST_CASE("simulations take in more late in the game, and less in little time") {
  const Limits in_little{{}, deadline_in(0.01)}, in_plenty{{}, deadline_in(1)};
  for (int bag = 1; bag <= 86; ++bag) {
    CAPTURE(bag);
    const SimScope little = sim_scope(bag, in_little), plenty = sim_scope(bag, in_plenty),
                   any = sim_scope(bag, {});
    CHECK(little.candidates <= plenty.candidates);
    CHECK(little.to_the_end_bag <= plenty.to_the_end_bag);
    CHECK(any.candidates == plenty.candidates);
    CHECK(any.to_the_end_bag == plenty.to_the_end_bag);
    CHECK(plenty.candidates >= sim_scope(bag + 1, in_plenty).candidates);
  }
  CHECK(sim_scope(40, Limits{{}, deadline_in(0.05)}).to_the_end_bag == kRackSize);
  for (const double some : {0.4, 0.5, 0.9})
    CHECK(sim_scope(40, Limits{{}, deadline_in(some)}).to_the_end_bag == 14);
  CHECK(sim_scope(40, {}).to_the_end_bag == kToTheEndBag);
  CHECK(sim_scope(kRackSize, {}).candidates == kLateCandidates);
  CHECK(sim_scope(kRackSize + 1, {}).candidates == kCandidates);
}

TEST_CASE("no solver takes a position of whose rack on turn a part alone is known") {
  for (const int bag : {0, 1}) {
    CAPTURE(bag);
    Position position = with_bag(bag);
    Random random(1);
    position.set_rack(0, cut(position.rack(0), 3, random));
    CHECK(phase_of(position, Budget::kUnbounded) == Phase::kStatic);
    CHECK(phase_of(position, Budget::kTime) == Phase::kSimulation);
  }
}

TEST_CASE("for a move, an opponent who may be anybody is inferred from in a part of the time") {
  CHECK(inference_for_a_move({}).doubt == kUnknownOpponent);
  const Limits limits{{}, deadline_in(100)};
  const Limits bounds = inference_for_a_move(limits).limits;
  CHECK(bounds.deadline < limits.deadline - std::chrono::seconds(50));
  CHECK(bounds.deadline > limits.deadline - std::chrono::seconds(90));
}

TEST_CASE("an endgame bounded by work is the same whatever the threads") {
  EndgameOptions options;
  options.threads = 4;
  bound_by_work(options);
  CHECK(options.threads == 1);
}

TEST_CASE("the network is thought to reply late in the game, where moves suggest such a player") {
  for (const int bag : {0, 7, 8, 50}) {
    CAPTURE(bag);
    CHECK(!network_replies(bag, std::nullopt));
    CHECK(!network_replies(bag, 0.1));
    for (const double doubt : {0.6, 0.9}) CHECK(network_replies(bag, doubt) == (bag <= 7));
  }
}

TEST_CASE("who plays the endgame is never beyond doubt, and surely not static if nothing tells") {
  CHECK(endgame_doubt(std::nullopt) == 1);
  CHECK(endgame_doubt(0.98) == 1);
  CHECK(endgame_doubt(0.5) > 0.5);
  CHECK(endgame_doubt(0.02) > 0.1);
  CHECK(endgame_doubt(0.02) < 0.2);
}

}  // namespace
}  // namespace zymurgy
