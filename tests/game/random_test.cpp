#include "game/random.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

namespace zymurgy {

// What a seed gives today it gives for good: games, samples and training data are named by seeds.
TEST_CASE("random numbers are those of the generators' authors") {
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected :
       {6457827717110365317U, 3203168211198807973U, 9817491932198370423U})
    CHECK(mix64(state += kGolden) == expected);
  Random random(0);
  for (const std::uint64_t expected :
       {0x99ec5f36cb75f2b4U, 0xbf6e1f784956452aU, 0x1a5f849d4933e6e0U, 0x6aa594f1262d2d2cU})
    CHECK(random() == expected);
}

TEST_CASE("random numbers below a bound are equally likely") {
  Random random(3);
  for (const std::uint32_t bound : {1U, 2U, 7U, 100U}) {
    std::vector<double> counts(bound);
    constexpr double kEach = 1000;
    for (double n = 0; n < kEach * bound; ++n) ++counts[random.below(bound)];
    double chi_square = 0;
    for (const double count : counts) chi_square += (count - kEach) * (count - kEach) / kEach;
    // Of so many degrees of freedom: its mean, and five deviations more.
    const double free = bound - 1;
    CHECK(chi_square <= free + 5 * std::sqrt(2 * free));
  }
}

TEST_CASE("a shuffle makes every order equally likely") {
  Random random(4);
  std::map<std::array<int, 4>, int> orders;
  for (int i = 0; i < 24000; ++i) {
    std::array row{0, 1, 2, 3};
    shuffle(std::span<int>(row), random);
    ++orders[row];
  }
  CHECK(orders.size() == 24);
  for (const auto& [order, count] : orders) CHECK(std::abs(count - 1000) < 160);  // five deviations
}

TEST_CASE("streams of other seeds and indices have other numbers") {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint64_t a = 0; a < 10; ++a)
      for (std::uint64_t b = 0; b < 10; ++b) firsts.insert(Random::stream(seed, a, b)());
  CHECK(firsts.size() == 1000);
}

}  // namespace zymurgy
