#include "nnue/evaluator.h"

#include <doctest/doctest.h>

#include "evaluate/network_finder.h"
#include "nnue/reference.h"
#include "support/lexica.h"
#include "support/random_network.h"
#include "support/repeats.h"

using namespace zymurgy;
using namespace zymurgy::test;
using nnue::Network;

namespace {

// What the network predicts of a play from nothing: all rows of the board after it, by plain loops.
nnue::Prediction from_scratch(const Network& network, const Position& position,
                              const Lexicon& lexicon, const Move& move) {
  Position after = position;
  after.make(move);
  const Lanes lanes(lexicon, position.layout(), after.board());
  const nnue::FeatureSet features(position.tiles());
  const auto wide = static_cast<std::size_t>(network.sizes.width);
  const auto units = static_cast<std::size_t>(network.sizes.units);
  std::vector<std::int16_t> sums(kLanes * wide), mixed(kLanes * units), tiles(2 * units);
  // Adds up the rows of a table that `show` calls its argument with.
  const auto add_up = [](const std::vector<std::int16_t>& table, std::size_t width,
                         std::int16_t* sum, const auto& show) {
    std::vector<nnue::Row> rows;
    show([&](int row) { rows.push_back(&table[static_cast<std::size_t>(row) * width]); });
    const nnue::Update update{sum, sum, rows.data(), rows.size()};
    nnue::reference::update_rows(static_cast<int>(width), {&update, 1});
  };
  std::vector<const std::int16_t*> lane_units;
  for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
    for (int i = 0; i < kBoardDim; ++i) {
      std::int16_t* sum = &sums[lane_units.size() * wide];
      add_up(network.lanes, wide, sum, [&](const auto& note) {
        features.for_each_of_lane(lanes.lane(direction, i), nnue::FeatureSet::lane_class(i), note);
      });
      std::int16_t* its_units = &mixed[lane_units.size() * units];
      nnue::reference::mix(network, sum, its_units);
      lane_units.push_back(its_units);
    }
  }
  const TileCounts unseen = position.unseen(position.on_turn());
  TileCounts leave = position.rack();
  leave.remove(move.used());
  add_up(network.tiles, 2 * units, tiles.data(), [&](const auto& note) {
    const auto note_all = nnue::FeatureSet::each_row(note);
    features.for_each_count_of_unseen(unseen, note_all);
    features.for_each_count_of_lead(position.spread(), unseen.size(), note_all);
    features.for_each_count_of_leave(leave, note_all);
  });
  return nnue::reference::finish(network, lane_units.data(), tiles.data(),
                                 nnue::bucket_of(unseen.size()));
}

Move transposed(Move move) {
  std::swap(move.row, move.col);
  move.direction = across(move.direction);
  return move;
}

Position transposed(const Position& position) {
  Position other = position;
  Board board;
  for (std::uint8_t row = 0; row < kBoardDim; ++row)
    for (std::uint8_t col = 0; col < kBoardDim; ++col)
      if (position.board().at(row, col) != kEmpty)
        board.set({col, row}, position.board().at(row, col));
  other.set_board(board);
  return other;
}

}  // namespace

TEST_CASE("what is kept up play by play equals what is added up from nothing") {
  const Words& words = oel1();
  const Network network = random_network(TileSet::english(), 1);
  MoveFinder finder(*words.lexicon, *words.leaves);
  nnue::Evaluator evaluator(network, TileSet::english());
  int different = 0;
  for (int seed = 0; seed < repeats(60); ++seed) {
    const Position position = random_position(words, seed);
    const Lanes lanes(*words.lexicon, position);
    const auto& candidates = finder.top(position, lanes, 30);
    evaluator.start(position, lanes);
    const std::vector<nnue::Prediction> together = evaluator.predict(candidates);
    nnue::Prediction last;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const nnue::Prediction value = evaluator.predict(candidates[i].move);
      REQUIRE(value == from_scratch(network, position, *words.lexicon, candidates[i].move));
      REQUIRE(value == together[i]);
      different += value != last;
      last = value;
    }
  }
  CHECK(different > repeats(1000));
}

TEST_CASE("heads go by how much of the game is left") {
  CHECK(nnue::bucket_of(kRackSize) == 0);  // nothing in the bag
  CHECK(nnue::bucket_of(8) == 1);
  CHECK(nnue::bucket_of(13) == 1);
  CHECK(nnue::bucket_of(14) == 2);
  CHECK(nnue::bucket_of(69) == 5);
  CHECK(nnue::bucket_of(93) == nnue::kBuckets - 1);

  const Words& words = oel1();
  const Position position = random_position(words, 3);
  const Lanes lanes(*words.lexicon, position);
  MoveFinder finder(*words.lexicon, *words.leaves);
  const Move best = finder.best(position, lanes).move;
  Network network = random_network(TileSet::english(), 1);
  const int bucket = nnue::bucket_of(position.unseen(position.on_turn()).size());
  const auto said = [&] {
    nnue::Evaluator evaluator(network, TileSet::english());
    evaluator.start(position, lanes);
    return evaluator.predict(best);
  };
  const nnue::Prediction before = said();
  for (int other = 0; other < nnue::kBuckets; ++other)
    if (other != bucket)
      std::fill_n(&network.head[network.head_at(other)], nnue::kHeads * network.sizes.hidden, 0);
  CHECK(said() == before);
  std::fill_n(&network.head[network.head_at(bucket, nnue::kSpreadHead)], network.sizes.hidden, 0);
  CHECK(said() == nnue::Prediction{before.win, 0});
  CHECK(before.win != 0);
}

TEST_CASE("a transposed position evaluates equally") {
  const Words& words = oel1();
  const Network network = random_network(TileSet::english(), 7, {32, 32, 32});
  MoveFinder finder(*words.lexicon, *words.leaves);
  nnue::Evaluator here(network, TileSet::english()), there(network, TileSet::english());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Position position = random_position(words, seed), mirrored = transposed(position);
    const Lanes lanes(*words.lexicon, position);
    const Lanes mirrored_lanes(*words.lexicon, position.layout(), mirrored.board());
    here.start(position, lanes);
    there.start(mirrored, mirrored_lanes);
    for (const Candidate& candidate : finder.top(position, lanes, 10))
      REQUIRE(
          here.predict(candidate.move) ==
          there.predict(candidate.move.is_play() ? transposed(candidate.move) : candidate.move));
  }
}

TEST_CASE("a network of zeros plays as the static evaluator") {
  const Words& words = oel1();
  const Network network = Network::zero(TileSet::english());
  NetworkFinder finder(*words.lexicon, *words.leaves, network);
  MoveFinder plain(*words.lexicon, *words.leaves);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Position position = random_position(words, seed);
    const Lanes lanes(*words.lexicon, position);
    const auto& expected = plain.top(position, lanes, 15);
    const auto& got = finder.top(position, lanes, 15);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      REQUIRE(got[i].move == expected[i].move);
      REQUIRE(got[i].equity == expected[i].equity);
    }
  }
}
