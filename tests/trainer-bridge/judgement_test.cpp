#include "trainer-bridge/judgement.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/small_data.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::small_shape;

TEST_CASE("a student that says the same of all plays explains nothing") {
  Student silent = Student::fresh(small_shape(), 1);
  CHECK(judge(silent, small_data().data).within.alive());
  std::fill(silent.weights.begin() + static_cast<std::ptrdiff_t>(silent.shape.head_at(0)),
            silent.weights.end(), 0.0F);
  const Judgement judged = judge(silent, small_data().data);
  CHECK(!judged.within.alive());
  CHECK(judged.within.r2() == 0);
  CHECK(judged.within.slope() == 0);
  Agreement diverged;
  for (const double word : {std::nan(""), 1.0}) diverged.add(word, word);
  CHECK(diverged.r2() == 0);
}
