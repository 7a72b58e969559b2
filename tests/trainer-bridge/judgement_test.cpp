#include "trainer-bridge/judgement.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "support/small_data.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::small_shape;

TEST_CASE("a student that says the same of all plays explains nothing") {
  Student silent = Student::fresh(small_shape(), 1);
  CHECK(judge(silent, small_data().data).within.varies());
  std::fill(silent.weights.begin() + static_cast<std::ptrdiff_t>(silent.shape.head_at(0)),
            silent.weights.end(), 0.0F);
  const Judgement judged = judge(silent, small_data().data);
  CHECK(!judged.within.varies());
  CHECK(judged.within.r2() == 0);
  CHECK(judged.within.slope() == 0);
  Agreement diverged;
  for (const double word : {std::nan(""), 1.0}) diverged.add(word, word);
  CHECK(diverged.r2() == 0);
}

TEST_CASE("all heads are judged in one pass") {
  const Student student = Student::fresh(small_shape(), 1);
  const Dataset& data = small_data().data;
  std::size_t told = 0;
  const Judgements judged = judge_heads(student, data, [&](std::size_t groups) { told = groups; });
  for (const int head : {0, 1})
    CHECK(judged[static_cast<std::size_t>(head)].gained == judge(student, data, head).gained);
  CHECK(told == data.groups() / 256 * 256);
}

TEST_CASE(
    "agreement is told by slope and share, decisions by what they gain over the best equity") {
  Agreement halves;  // what was said is half of what came, and tells all of it
  for (const double label : {-4.0, 1.0, 6.0}) halves.add(label / 2, label);
  CHECK(halves.slope() == doctest::Approx(2));
  CHECK(halves.r2() == doctest::Approx(1));

  // Two plays; of the second more is said and comes of it, and its equity is behind by less.
  const Shape shape = small_shape();
  const auto plies = static_cast<std::size_t>(shape.plies);
  std::vector<float> gains(2 * plies * nnue::kHeads);
  std::vector<float> outputs(2 * static_cast<std::size_t>(shape.outputs()));
  GroupView group;
  group.plays.resize(2);
  for (std::size_t p = 0; p < 2; ++p)
    group.plays[p].gains = std::span(gains).subspan(p * plies * nnue::kHeads, plies * nnue::kHeads);
  group.plays[0].equity = 30;
  group.plays[1].equity = 28;
  gains[plies - 1] = 25;
  gains[plies * nnue::kHeads + plies - 1] = 31;
  const auto judged = [&](float said) {
    outputs[static_cast<std::size_t>(shape.outputs())] = said;
    Judgement judgement;
    judgement.add(group, outputs, shape, 0);
    return judgement;
  };
  CHECK(judged(3).gained == 6);
  CHECK(judged(1).gained == 0);
  CHECK(judged(2).gained == 0);                                 // as good: the one with more equity
  CHECK(judged(3).within.slope() == doctest::Approx(8.0 / 3));  // 3 - -5 beyond equity, of 3 said
}
