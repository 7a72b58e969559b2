#include "trainer-bridge/pass.h"

#include <doctest/doctest.h>

#include "game/random.h"
#include "support/small_data.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::small_shape;

TEST_CASE("slopes are those of the loss") {
  const Student student = Student::fresh(small_shape(), 1);
  GroupView group;
  REQUIRE(small_data().added);
  small_data().data.view(small_data().data.groups() / 2, group);
  Pass pass(student.shape, Inputs::kExact);
  // The loss: a fixed weighting of the outputs.
  std::vector<float> slopes;
  const auto loss = [&](const std::vector<float>& weights) {
    double sum = 0;
    const auto& outputs = pass.forward(weights.data(), group);
    slopes.resize(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      slopes[i] = static_cast<float>(i % 5) - 1;
      sum += static_cast<double>(slopes[i] * outputs[i]);
    }
    return sum;
  };
  std::vector<float> gradient(student.weights.size());
  loss(student.weights);
  pass.backward(student.weights.data(), group, slopes, gradient.data());
  Random random(1);
  int checked = 0;
  while (checked < 200) {
    // The matrix is small beside the rest: a quarter of what is checked is of it.
    const bool of_mix = checked % 4 == 0;
    const std::size_t first = of_mix ? student.shape.mix_at(0) : 0;
    const std::size_t end = of_mix ? student.shape.tile_at(0) : gradient.size();
    const std::size_t i = first + random.below(static_cast<std::uint32_t>(end - first));
    if (gradient[i] == 0) continue;
    constexpr float kStep = 2e-4F;
    std::vector<float> more = student.weights, less = student.weights;
    more[i] += kStep;
    less[i] -= kStep;
    // The loss bends where an activation is clipped, but hardly on both sides so near.
    const double here = loss(student.weights);
    const double above = (loss(more) - here) / static_cast<double>(kStep);
    const double below = (here - loss(less)) / static_cast<double>(kStep);
    const auto expected = doctest::Approx(static_cast<double>(gradient[i])).epsilon(0.05).scale(1);
    CHECK((above == expected || below == expected));
    ++checked;
  }
}
