#include "sim/race.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace zymurgy;

namespace {

// Plays of which each is behind the first by so much in every deal, give or take `noise`.
Race raced(const std::vector<std::int32_t>& behind, std::int32_t noise, int deals) {
  Race race(behind.size());
  for (int deal = 0; deal < deals; ++deal) {
    std::vector<std::int32_t> utilities;
    for (std::size_t play = 0; play < behind.size(); ++play) {
      const bool up = play == 0 || (deal + static_cast<int>(play)) % 2 == 0;
      utilities.push_back(WinTable::kOne - behind[play] + (play == 0 ? 0 : up ? noise : -noise));
      race.add_sample(play, Sample{});
    }
    race.end_deal(utilities);
  }
  return race;
}

// The first play and one that is `behind` it in every deal have the luck of these deals, as far as
// they run: luck(deal) is the worth of the first, in chance and points.
template <typename Luck>
void share_luck(Race& race, int first, int end, std::int32_t behind, Luck luck) {
  for (int deal = first; deal < end; ++deal) {
    Sample sample;
    sample.win = luck(deal);
    sample.gain = sample.win * kGainUnit;
    race.end_deal({sample.win, sample.win - behind});
    for (const std::size_t play : {0U, 1U})
      if (race.running(play)) race.add_sample(play, sample);
  }
}

}  // namespace

TEST_CASE("a mean is of the samples, and of an expectation only where there is one") {
  Race race(2);
  CHECK(race.mean_utility(0) == 0);
  for (int deal = 0; deal < 4; ++deal) {
    race.end_deal({600, 400});
    for (const std::size_t play : {0U, 1U}) race.add_sample(play, Sample{});
  }
  CHECK(race.mean_utility(0) == 600);
  CHECK(race.mean_utility(1) == 400);

  race.set_priors({300, 400}, 20);
  CHECK(race.mean_utility(0) == (4 * 600 + 20 * 300) / 24.0);
  CHECK(race.mean_utility(1) == 400);
}

TEST_CASE(
    "once all deals are met the best is known, however near another, and the prior forgotten") {
  constexpr int kDeals = 8;
  const auto met = [&](int deals) {
    Race race = raced({0, 3, 0}, WinTable::kOne / 2, deals);
    race.set_deals(kDeals);
    race.set_priors({1000, 1000, 1000}, 20);
    return race;
  };
  Race some = met(kDeals - 2), all = met(kDeals);
  CHECK(some.mean_utility(0) < WinTable::kOne - 1);
  CHECK(!some.give_up(0.99, 0));
  CHECK(some.may_be_known(0.99, 0.002, 2));
  CHECK(all.mean_utility(0) == WinTable::kOne);
  CHECK(all.give_up(0.99, 1e-9));
  CHECK(!all.running(1));
  CHECK(all.running(2));  // as good
}

TEST_CASE("how far a play is behind is the surer the less that changes from deal to deal") {
  constexpr int kDeals = 100;
  const auto error = [](std::int32_t noise) {
    return raced({0, 300, 500}, noise, kDeals).lead_error(1);
  };
  const double unseen = WinTable::kOne / 2.0 / kDeals;  // of a deal that was not met
  CHECK(error(0) == doctest::Approx(unseen));
  CHECK(error(200) == doctest::Approx(std::hypot(unseen, 200 / std::sqrt(kDeals))));
  CHECK(raced({0, 300}, 200, kDeals).lead_error(0) == 0);
}

TEST_CASE("who will hardly lead is given up, the sooner the less is left") {
  constexpr std::int32_t kHundredth = WinTable::kOne / 100;
  const auto left_after = [&](double more) {
    Race race = raced({0, 1 * kHundredth, 5 * kHundredth, 40 * kHundredth}, 20 * kHundredth, 64);
    race.give_up_hopeless(4 * more);
    CHECK(race.running(0));
    return race.still_running();
  };
  CHECK(left_after(1e6) == 3);  // forty hundredths are sixteen errors
  CHECK(left_after(30) == 2);
  CHECK(left_after(1e-3) == 1);

  // A hundred that share so much are all too far behind, but what those leave is enough for a few.
  std::vector<std::int32_t> behind(100, 10 * kHundredth);
  behind[0] = 0;
  Race race = raced(behind, 60 * kHundredth, 64);
  race.give_up_hopeless(100 * 3);
  CHECK(race.still_running() > 1);
  CHECK(race.still_running() < 50);
}

TEST_CASE("who was given up and by now would lead runs once more, from the first deal on") {
  Race race(3);
  // The first wins less from its twentieth deal on, the second always the same; so many deals.
  const auto meet = [&](int first, int deals) {
    for (int deal = first; deal < first + deals; ++deal) {
      race.end_deal({deal < 20 ? 1000 : -1000, 900, -5000});
      for (const std::size_t play : {0U, 1U, 2U})
        if (race.running(play)) race.add_sample(play, Sample{});
    }
  };
  meet(0, 16);
  CHECK(!race.take_back());
  race.give_up_from(1);
  race.record_given_up();
  CHECK(!race.take_back());  // who has left is still behind
  meet(16, 84);
  CHECK(race.sums(1).samples() == 16);
  REQUIRE(race.take_back());
  CHECK(race.running(0));
  CHECK(race.running(1));
  CHECK(!race.running(2));
  CHECK(race.iterations() == 0);
  CHECK(race.sums(1).samples() == 0);
  CHECK(race.sums(2).samples() == 16);
  meet(0, 100);
  CHECK(race.mean_utility(1) > race.mean_utility(0));
  race.give_up_hopeless(1);
  CHECK(!race.running(0));
  CHECK(race.running(1));

  race = Race(3);
  meet(0, 16);
  race.give_up_from(1);
  race.record_given_up();
  meet(16, 84);
  CHECK(race.take_back());
  meet(0, 16);
  race.give_up_from(1);
  race.record_given_up();
  meet(16, 84);
  CHECK(!race.take_back());  // a second time nobody does
}

TEST_CASE(
    "who left after lucky deals is not taken back for the luck that it shared with the leader") {
  Race race(2);
  const auto meet = [&](int first, int end) {
    share_luck(race, first, end, 200,
               [](int deal) { return (deal < 8) == (deal % 4 < 3) ? 1000 : 0; });
  };
  meet(0, 8);
  race.give_up_from(1);
  race.record_given_up();
  meet(8, 16);
  CHECK(race.mean_utility(1) > race.mean_utility(0));
  CHECK(race.mean_utility(1) + race.correction(1).utility < race.mean_utility(0));
  CHECK(!race.take_back());
}

TEST_CASE("who was taken back tells nothing of those that left after it") {
  // The first two share their luck, of which deals after the hundredth have more; the third always
  // has the same, and leads once the luck of the first eight deals is worn off.
  constexpr int kDeals = 400;
  const auto luck = [](int deal) {
    return 1000 * (deal < 8 || (deal < 100 ? deal % 2 == 0 : deal % 5 < 3));
  };
  Race race(3);
  const auto meet = [&](int first, int end) {
    for (int deal = first; deal < end; ++deal) {
      const std::vector<std::int32_t> utilities{luck(deal), luck(deal) - 50, 700};
      race.end_deal(utilities);
      for (const std::size_t play : {0U, 1U, 2U}) {
        Sample sample;
        sample.win = utilities[play];
        if (race.running(play)) race.add_sample(play, sample);
      }
    }
  };
  const auto told = [&] { return race.sums(1).win.mean() + race.correction(1).win; };
  meet(0, 8);
  race.give_up_from(2);
  race.record_given_up();
  meet(8, 100);
  race.give_up_from(1);
  race.record_given_up();
  CHECK(told() == 490);
  meet(100, kDeals);
  CHECK(told() == doctest::Approx(535));
  REQUIRE(race.take_back());
  meet(0, kDeals);
  REQUIRE(race.mean_utility(2) > race.mean_utility(0));
  CHECK(told() == doctest::Approx(535));
}

TEST_CASE("whether the leader may be known goes by the difference and by what is left") {
  constexpr std::int32_t kHundredth = WinTable::kOne / 100;
  const auto known = [&](std::int32_t behind, double more) {
    return raced({0, behind}, 20 * kHundredth, 16).may_be_known(0.99, 0.002, more);
  };
  CHECK(!known(10 * kHundredth, 0));
  CHECK(!known(0, 30));
  CHECK(known(10 * kHundredth, 30));
  // An error more, and two that seem as good are told apart.
  CHECK(known(0, 1000));
}

TEST_CASE("what is tallied of samples is there after they are added up") {
  Sample sample;
  sample.plies = 1;
  sample.tallied[0] = {60, true, 0};
  sample.reply.kind = MoveKind::kPlay;
  sample.reply.length = 3;
  sample.reply.tiles = {1, kEmpty, 2};  // through a tile that lies there
  Race unit(1), race(1);
  unit.add_sample(0, sample);
  race.merge(unit);
  race.merge(unit);
  const PlaySums& sums = race.sums(0);
  CHECK(sums.plies[0].plays == 2);
  CHECK(sums.plies[0].score == 120);
  CHECK(sums.plies[0].bingos == 2);
  CHECK(sums.plies[1].plays == 0);
  for (int i = 0; i < 3; ++i)
    CHECK(sums.replies[sample.reply.square(i).index()] == (i == 1 ? 0 : 2));
}

TEST_CASE("the last ply that is told is tallied, too") {
  Sample sample;
  sample.plies = kTalliedPlies + 3;
  sample.tallied.back() = {30, true, 0};
  Race race(1);
  race.add_sample(0, sample);
  CHECK(race.sums(0).plies.back().plays == 1);
  CHECK(race.sums(0).plies.back().score == 30);
}

TEST_CASE("what has always been behind by the same may yet differ") {
  Race race = raced({0, WinTable::kOne / 100}, 0, 8);
  CHECK(!race.give_up(0.99, 0));
  CHECK(race.running(1));
}

TEST_CASE("gains of who was given up are corrected as wins are") {
  Race race(2);
  const auto meet = [&](int first, int end) {
    share_luck(race, first, end, 50,
               [](int deal) { return deal % 2 == 0 || deal >= 8 ? 1000 : 0; });
  };
  meet(0, 8);
  race.give_up_from(1);
  race.record_given_up();
  meet(8, 16);
  CHECK(race.correction(1).gain == doctest::Approx(250));
  CHECK(race.correction(1).win == doctest::Approx(250));
}

TEST_CASE("the more rivals there are, the more it takes to beat one") {
  constexpr std::int32_t kHundredth = WinTable::kOne / 100;
  const auto beaten = [&](std::size_t rivals) {
    std::vector<std::int32_t> behind(rivals + 1, 11 * kHundredth);
    behind[0] = 0;
    Race race = raced(behind, 20 * kHundredth, 64);
    race.give_up(0.99, 0);
    return !race.running(1);
  };
  CHECK(beaten(1));
  CHECK(!beaten(99));
}
