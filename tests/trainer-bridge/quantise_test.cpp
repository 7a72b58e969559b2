#include "trainer-bridge/quantise.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "nnue/evaluator.h"
#include "support/small_data.h"
#include "trainer-bridge/pass.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::small_shape;

TEST_CASE("the network that plays says what the student says") {
  int least = nnue::kLargestOne, most = nnue::kLargestOne;
  SUBCASE("") {}
  Student student = Student::fresh(small_shape(), 3);
  SUBCASE("with a unit that could leave 16 bits if it were as fine as the others") {
    for (int row = 0; row < student.shape.lane_rows; ++row)
      student.weights[student.shape.lane_at(row)] += 0.4F;
    least = most / 5, most /= 2;
  }
  const auto network = quantise(student, small_data().lexicon.tiles(), "test");
  REQUIRE(network);
  CHECK(network->ones[0] >= least);
  CHECK(network->ones[0] <= most);
  CHECK(network->ones[1] == nnue::kLargestOne);
  nnue::Evaluator evaluator(*network, small_data().lexicon.tiles());
  Pass pass(student.shape);
  const Student rounded = played(student);
  std::size_t group_index = 0;
  double worst = 0;
  const auto header = read_contrast(small_data().path, [&](const ContrastGame& game) {
    Position position(small_data().lexicon.tiles(), Layout::standard());
    std::size_t turn = 0;
    REQUIRE(replay(game.record, position, [&](const Position& at, const Turn&) {
      const auto& plays = game.groups[turn++];
      if (plays.size() < 2) return;
      GroupView group;
      small_data().data.view(group_index++, group);
      const auto& outputs = pass.forward(rounded.weights.data(), group);
      const Lanes lanes(small_data().lexicon, at);
      evaluator.start(at, lanes);
      for (std::size_t p = 0; p < plays.size(); ++p) {
        const nnue::Prediction words = evaluator.predict(plays[p].move);
        const auto trained = [&](std::size_t head) {
          return static_cast<double>(outputs[4 * p + 2 * head] + outputs[4 * p + 2 * head + 1]);
        };
        worst = std::max({worst, std::abs(trained(0) - words.win / 1000.0),
                          std::abs(trained(1) - words.spread / 1000.0)});
      }
    }));
  });
  REQUIRE(header);
  CHECK(worst < 0.15);

  student.weights[5] = 100;
  const auto clipped = quantise(student, small_data().lexicon.tiles(), "test");
  REQUIRE(!clipped);
  CHECK(clipped.error().message.starts_with("the lane weights do not fit"));
}

TEST_CASE("a network gives back the student it was made of, but for the rounding") {
  const TileSet& tiles = small_data().lexicon.tiles();
  const auto network = quantise(Student::fresh(small_shape(), 3), tiles, "test");
  REQUIRE(network);
  auto again = quantise(restored(*network, 2), tiles, "test");
  REQUIRE(again);
  // The steps of 8 bits may be others, if what was the largest weight was rounded.
  const auto near = [](const auto& weights, const auto& steps, const auto& old_weights,
                       const auto& old_steps) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::size_t unit = i / (weights.size() / steps.size());
      const int off = weights[i] * steps[unit] - old_weights[i] * old_steps[unit];
      if (2 * std::abs(off) > steps[unit]) return false;
    }
    return true;
  };
  CHECK(near(again->mix, again->mix_steps, network->mix, network->mix_steps));
  CHECK(near(again->dense, again->dense_steps, network->dense, network->dense_steps));
  again->mix = network->mix, again->mix_steps = network->mix_steps;
  again->dense = network->dense, again->dense_steps = network->dense_steps;
  CHECK(*again == *network);
}
