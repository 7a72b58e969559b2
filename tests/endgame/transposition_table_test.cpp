#include "endgame/transposition_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "game/random.h"

namespace zymurgy {
namespace {

using Bound = TranspositionTable::Bound;
using Found = TranspositionTable::Found;

auto all_of(const Found& f) { return std::tuple(f.value, f.depth, f.bound, f.move); }

Found any_found(Random& random) {
  return {static_cast<std::int16_t>(static_cast<int>(random.below(40001)) - 20000),
          static_cast<std::uint8_t>(random.below(64)), static_cast<Bound>(random.below(3)),
          static_cast<std::uint32_t>(random())};
}

}  // namespace

TEST_CASE("a transposition table gives back what was stored of a position, or nothing") {
  TranspositionTable table(1, TranspositionTable::Use::kBrief);
  Random random(1);
  std::map<std::uint64_t, std::vector<Found>> stored;
  // Four times as many as fit, some of them twice.
  for (int i = 0; i < 260000; ++i) {
    const std::uint64_t key = mix64(random.below(200000));
    table.store(key, stored[key].emplace_back(any_found(random)));
    REQUIRE(table.find(key));
    CHECK(all_of(*table.find(key)) == all_of(stored[key].back()));
  }
  int kept = 0;
  for (const auto& [key, found] : stored) {
    const auto again = table.find(key);
    if (!again) continue;
    ++kept;
    CHECK(std::ranges::any_of(
        found, [&](const Found& stored) { return all_of(stored) == all_of(*again); }));
  }
  CHECK(kept > 50000);
  for (int i = 0; i < 1000; ++i) CHECK(!table.find(random()));
}

TEST_CASE("of two positions on one place the deeper one stays while others come") {
  TranspositionTable table(1, TranspositionTable::Use::kBrief);
  constexpr std::uint64_t kPlace = std::uint64_t{1} << 32;  // these keys share all lower bits
  table.store(kPlace, {1, 40, Bound::kExact, 7});
  for (std::uint64_t other = 2; other < 100; ++other)
    table.store(other * kPlace, {2, 3, Bound::kLower, 8});
  REQUIRE(table.find(kPlace));
  CHECK(all_of(*table.find(kPlace)) == all_of({1, 40, Bound::kExact, 7}));
  CHECK(table.find(99 * kPlace));
}

TEST_CASE("efforts are given back whole, the largest among them") {
  TranspositionTable table(1, TranspositionTable::Use::kBrief);
  constexpr std::uint32_t kInfinite = TranspositionTable::kInfinite;
  for (const auto& [show, refute] :
       {std::pair{0U, kInfinite}, {kInfinite, 0U}, {1U, kInfinite - 1}, {12345U, 54321U}}) {
    table.store_proof_numbers(show + 1, {show, refute});
    const auto numbers = table.find_proof_numbers(show + 1);
    REQUIRE(numbers);
    CHECK(numbers->proof == show);
    CHECK(numbers->disproof == refute);
  }
}

}  // namespace zymurgy
