#include "sim/deals.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "game/counting.h"
#include "support/late_game.h"
#include "support/lexica.h"
#include "support/repeats.h"

using namespace zymurgy;

namespace {

std::string row_of(const Deal& deal) { return {deal.row.begin(), deal.row.begin() + deal.size}; }

}  // namespace

TEST_CASE("late deals meet every rack as often as it is likely, and then every order of the bag") {
  Random random(3);
  for (int n = 0; n < test::repeats(12); ++n) {
    const int bag = n % 4, known = n % 3 * 2;
    CAPTURE(bag);
    CAPTURE(known);
    const Position position = late_position(bag, known, random);
    const TileCounts unseen = position.unseen(position.on_turn());
    const TileCounts& kept = position.rack(1 - position.on_turn());
    TileCounts pool = unseen;
    pool.remove(kept);
    const Deals deals(position, nullptr, 7);
    const double racks = choose(pool.size(), pool.size() - bag);
    REQUIRE(deals.count() == racks * static_cast<double>(factorial(bag)));

    std::map<std::string, int> racks_met;
    std::map<std::pair<std::string, std::string>, int> met;
    for (std::uint64_t i = 0; static_cast<double>(i) < deals.count(); ++i) {
      const Deal deal = deals.deal(i);
      TileCounts all = deal.opponent;
      for (const char letter : row_of(deal)) all.add(static_cast<Letter>(letter));
      REQUIRE(all == unseen);
      REQUIRE(deal.size == bag);
      REQUIRE(deal.opponent.includes(kept));
      const std::string rack = position.tiles().rack_text(deal.opponent);
      if (static_cast<double>(i) < racks) ++racks_met[rack];
      ++met[{rack, row_of(deal)}];
    }
    for (const auto& [of, times] : met) {
      const TileCounts rack = position.tiles().parse_rack(of.first).value();
      const double ways = ways_to_draw(rack.without(kept), pool);
      CHECK(racks_met[of.first] == ways);
      TileCounts rest = unseen;
      rest.remove(rack);
      // Orders of the bag that look alike.
      double alike = 1;
      rest.for_each_tile([&, last = kEmpty, run = 0](Letter letter) mutable {
        run = letter == last ? run + 1 : 1;
        alike *= run;
        last = letter;
      });
      CHECK(times == ways * alike);
    }
  }
}

TEST_CASE("deals that are too many, or that an exchange may stir, have no last") {
  Random random(4);
  const auto count = [&](int bag, int known) {
    return Deals(late_position(bag, known, random), nullptr, 1).count();
  };
  CHECK(count(6, 0) == 1716 * 720);
  CHECK(std::isinf(count(7, 0)));
  CHECK(std::isinf(count(12, 0)));
  CHECK(count(5, kRackSize) == 120);

  const Position position = late_position(2, 0, random);
  RackBelief nothing;
  nothing.add({}, 1);
  CHECK(std::isinf(Deals(position, &nothing, 1).count()));
  CHECK(Deals(position, nullptr, 1).count() == 72);
}

TEST_CASE("what is believed to lie in the bag is on no rack") {
  Random random(6);
  const Position position = late_position(5, 0, random);
  const TileCounts unseen = position.unseen(position.on_turn());
  const TileCounts kept = draw_tiles(unseen, 2, random);
  const TileCounts in_bag = draw_tiles(unseen.without(kept), 3, random);
  RackBelief belief;
  belief.add(kept, 1);
  belief.set_in_bag(in_bag);
  const Deals deals(position, &belief, 1);
  std::map<std::string, int> met;
  const int count = 20000;
  for (int i = 0; i < count; ++i) {
    const Deal deal = deals.deal(static_cast<std::uint64_t>(i));
    REQUIRE(deal.opponent.size() == kRackSize);
    TileCounts bag;
    for (const char letter : row_of(deal)) bag.add(static_cast<Letter>(letter));
    REQUIRE(bag.includes(in_bag));
    bag.add(deal.opponent);
    REQUIRE(bag == unseen);
    ++met[position.tiles().rack_text(deal.opponent)];
  }
  const TileCounts others = unseen.without(kept).without(in_bag);
  for_each_draw(others, 5, [&](const TileCounts& drawn) {
    TileCounts rack = kept;
    rack.add(drawn);
    const double chance = ways_to_draw(drawn, others) / choose(others.size(), 5);
    const double share = met[position.tiles().rack_text(rack)] / static_cast<double>(count);
    CHECK(std::abs(share - chance) < 5 * std::sqrt(chance / count));
    return true;
  });
}

TEST_CASE("another seed meets the deals in another order") {
  Random random(5);
  // Of a rack that is known the bag's orders alone differ.
  for (const int known : {0, kRackSize}) {
    CAPTURE(known);
    const Position position = late_position(5, known, random);
    const Deals one(position, nullptr, 1), same(position, nullptr, 1), other(position, nullptr, 2);
    int differing = 0;
    for (std::uint64_t i = 0; i < 50; ++i) {
      const Deal a = one.deal(i), b = same.deal(i), c = other.deal(i);
      CHECK(a.opponent == b.opponent);
      CHECK(row_of(a) == row_of(b));
      CHECK(a.salt == b.salt);
      differing += a.opponent != c.opponent || row_of(a) != row_of(c);
    }
    CHECK(differing > 40);
  }
}

TEST_CASE("a belief in tiles that are not unseen is dropped for what is known") {
  Random random(7);
  const Position position = late_position(5, 2, random);
  const TileCounts unseen = position.unseen(position.on_turn());
  RackBelief belief;
  belief.add(position.tiles().parse_rack("QQ").value(), 1);
  const Deals deals(position, &belief, 1);
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Deal deal = deals.deal(i);
    CHECK(deal.opponent.size() == kRackSize);
    CHECK(deal.opponent.includes(position.rack(1 - position.on_turn())));
    CHECK(unseen.includes(deal.opponent));
  }
}

TEST_CASE("belief about the opponent's rack decides what it is dealt") {
  Position position = test::random_position(test::oel1(), 3);
  position.set_rack(1 - position.on_turn(), {});  // nothing of it is known for sure
  RackBelief belief;
  TileCounts held;
  position.unseen(position.on_turn()).for_each_tile([&](Letter letter) {
    if (held.size() < 3) held.add(letter);
  });
  belief.add(held, 2);
  TileCounts shown;  // another tile, that a play challenged off has shown
  position.unseen(position.on_turn()).without(held).for_each_tile([&](Letter letter) {
    if (shown.empty()) shown.add(letter);
  });
  for (const TileCounts& known : {TileCounts{}, shown}) {
    position.set_rack(1 - position.on_turn(), known);
    const Deals deals(position, &belief, 5);
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Deal deal = deals.deal(i);
      CHECK(deal.opponent.includes(held));
      CHECK(deal.opponent.includes(known));
      TileCounts all = deal.opponent;
      for (int t = 0; t < deal.size; ++t) all.add(deal.row[static_cast<std::size_t>(t)]);
      CHECK(all == position.unseen(position.on_turn()));
    }
  }
}

TEST_CASE("what is known and what is believed to be kept make no rack of eight") {
  Random random(6);
  const Position position = late_position(5, 4, random);
  const Rack& known = position.rack(1 - position.on_turn());
  RackBelief belief;
  belief.add(draw_tiles(position.unseen(position.on_turn()).without(known), 5, random), 1);
  const Deals deals(position, &belief, 1);
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Deal deal = deals.deal(i);
    CHECK(deal.opponent.size() == kRackSize);
    CHECK(deal.opponent.includes(known));
  }
}
