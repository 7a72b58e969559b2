#include "sim/simulator.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <thread>

#include "evaluate/worth.h"
#include "protocol/cgp.h"
#include "protocol/notation.h"
#include "support/late_game.h"
#include "support/lexica.h"
#include "support/random_network.h"
#include "support/repeats.h"
#include "support/scene.h"

using namespace zymurgy;
using test::Scene;

namespace {

// A mean and its standard error.
struct Estimate {
  double sum = 0, squares = 0, n = 0;
  void add(double x) { sum += x, squares += x * x, n += 1; }
  double mean() const { return sum / n; }
  double error() const { return std::sqrt((squares / n - mean() * mean()) / (n - 1)); }
};

// The same question asked the plain way: every sample on its own tiles, boards made anew, every
// legal move listed and the best taken.
void slow_samples(const Scene& scene, const Move& candidate, int plies, int samples,
                  std::uint64_t seed, Estimate& win, Estimate& gain) {
  MoveFinder finder(*scene.words.lexicon, *scene.words.leaves);
  Random random(seed);
  const int mover = scene.position.on_turn();
  for (int s = 0; s < samples; ++s) {
    Position position = scene.position;
    std::vector<Letter> bag;
    TileCounts unseen = position.unseen(mover);
    unseen.remove(position.rack(1 - mover));
    unseen.for_each_tile([&](Letter letter) { bag.push_back(letter); });
    const auto refill = [&](int player) {
      while (position.rack(player).size() < kRackSize && !bag.empty()) {
        const auto i = random.below(static_cast<std::uint32_t>(bag.size()));
        position.give(player, bag[i]);
        bag.erase(bag.begin() + i);
      }
    };
    refill(1 - mover);
    std::array<double, 2> leave{};
    for (int ply = 0; ply <= plies && !position.over(); ++ply) {
      const int player = position.on_turn();
      const Lanes lanes(*scene.words.lexicon, position);
      const Move move = ply == 0 ? candidate : finder.all(position, lanes).front().move;
      const bool had_bag = position.bag_size() > 0;
      position.make(move);
      leave[static_cast<std::size_t>(player)] =
          had_bag && position.rack(player).size() < kRackSize
              ? scene.words.leaves->value(position.rack(player)) / double{kPoint}
              : 0;
      refill(player);
      if (move.kind == MoveKind::kExchange)
        move.used().for_each_tile([&](Letter letter) { bag.push_back(letter); });
    }
    double spread = position.score(mover) - position.score(1 - mover);
    double chance;
    if (position.over()) {
      spread += position.end_gain(mover);
      chance = spread > 0 ? 1 : spread == 0 ? 0.5 : 0;
    } else {
      const auto us = static_cast<std::size_t>(mover);
      spread += leave[us] - leave[1 - us];
      const int on_turn = position.on_turn();
      const int unseen_now = static_cast<int>(bag.size()) + position.rack(1 - on_turn).size();
      const double lead = on_turn == mover ? spread : -spread;
      chance = scene.wins.win_chance(static_cast<int>(std::lround(lead)), unseen_now);
      if (on_turn != mover) chance = 1 - chance;
    }
    win.add(chance);
    gain.add(spread - scene.position.spread());
  }
}

SimResult simulated(const Scene& scene, std::int64_t iterations) {
  SimOptions options;
  options.plies = 2;
  options.to_the_end_bag = 0;
  options.iterations = iterations;
  options.confidence = 0;
  return scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
}

// Within four standard errors: one false alarm in thousands, were it not for the fixed seeds.
void check_agrees(const SimPlay& play, const Estimate& win, const Estimate& gain) {
  CHECK(std::abs(play.wp - win.mean()) <= 4 * std::hypot(play.wp_error, win.error()) + 1e-3);
  CHECK(std::abs(play.eq - gain.mean()) <= 4 * std::hypot(play.eq_error, gain.error()) + 1e-2);
}

}  // namespace

TEST_CASE("simulation agrees with a plain simulator in means and errors") {
  for (int seed = 1; seed <= test::repeats(20); ++seed) {
    CAPTURE(seed);
    const Scene scene(seed, 2);
    for (const SimPlay& play : simulated(scene, 800).plays) {
      Estimate win, gain;
      const int plies = scene.position.bag_size() == 0 ? kToTheEnd : 2;
      slow_samples(scene, play.move, plies, 150, seed, win, gain);
      check_agrees(play, win, gain);
      const double deviation = play.eq_error * std::sqrt(800),
                   other = gain.error() * std::sqrt(150);
      CHECK(deviation <= 1.4 * other + 0.1);
      CHECK(other <= 1.4 * deviation + 0.1);
    }
  }
}

TEST_CASE("it agrees late in the game, too, where plies are counted") {
  Random random(5);
  for (int n = 0; n < test::repeats(8); ++n) {
    CAPTURE(n);
    const Position late = late_position(5, 0, random);
    const Scene scene(late, 2);
    for (const SimPlay& play : simulated(scene, 1600).plays) {
      Estimate win, gain;
      slow_samples(scene, play.move, 2, 600, static_cast<std::uint64_t>(n), win, gain);
      check_agrees(play, win, gain);
    }
  }
}

TEST_CASE("with fixed iterations threads change nothing, the early stop included") {
  const Scene scene(7, 6);
  SimOptions options;
  options.iterations = 600;
  options.confidence = 0.95;
  const SimResult one =
      scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
  const SimResult three =
      scene.simulator(3).run(scene.position, scene.lanes, scene.candidates, options);
  REQUIRE(one.plays.size() == three.plays.size());
  CHECK(one.samples == three.samples);
  for (std::size_t i = 0; i < one.plays.size(); ++i) {
    CHECK(one.plays[i].move == three.plays[i].move);
    CHECK(one.plays[i].wp == three.plays[i].wp);
    CHECK(one.plays[i].eq == three.plays[i].eq);
    CHECK(one.plays[i].eq_error == three.plays[i].eq_error);
    CHECK(one.plays[i].replies == three.plays[i].replies);
  }
}

TEST_CASE("of few iterations, who will hardly lead gets fewer, and the choice is as good") {
  std::int64_t samples = 0, all_samples = 0;
  double loss = 0;
  const int scenes = std::max(4, test::repeats(12));  // some have plays that are all as good
  int met = 0;
  for (std::uint64_t seed = 1; met < scenes; ++seed) {
    const Scene scene(seed, 15);
    if (scene.position.bag_size() <= kRackSize) continue;  // too few deals
    ++met;
    SimOptions options;
    options.iterations = 200;
    const SimResult result =
        scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
    options.confidence = 0;
    const SimResult all =
        scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
    for (const SimPlay& play : result.plays)
      if (!play.given_up) CHECK(play.iterations == result.iterations);
    CHECK(std::is_partitioned(result.plays.begin(), result.plays.end(),
                              [](const SimPlay& play) { return !play.given_up; }));
    const auto chosen = std::find_if(all.plays.begin(), all.plays.end(), [&](const SimPlay& play) {
      return play.move == result.plays.front().move;
    });
    loss += all.plays.front().utility - chosen->utility;
    samples += result.samples, all_samples += all.samples;
  }
  CHECK(loss < 0.01 * scenes);
  CHECK(samples < all_samples / 2);
}

TEST_CASE("what is lost at the end of playouts counts as what may yet be turned") {
  Random random(7);
  for (int n = 0; n < test::repeats(8); ++n) {
    CAPTURE(n);
    const Position late = late_position(5, 0, random);
    const Scene scene(late, 4);
    for (const int to_the_end_bag : {SimOptions::kNever, kRackSize}) {
      SimOptions options;
      options.to_the_end_bag = to_the_end_bag;
      options.iterations = 300;
      options.confidence = 0;
      const auto plays =
          scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options).plays;
      for (const SimPlay& play : plays) {
        const double plain = worth(play.wp, late.spread() + play.eq);
        const double turned = to_the_end_bag == kRackSize ? 1 - play.wp : 0;
        constexpr double kPrior = 0.05;  // what equity may add or take, as good as some samples
        CHECK(play.utility >= plain - kPrior);
        CHECK(play.utility <= plain + chance_beyond_static(0) * turned + kPrior);
      }
    }
  }
}

TEST_CASE("a network of zeros, asked at the leaves, changes nothing") {
  const Scene scene(7, 4);
  const auto zero = nnue::Network::zero(TileSet::english());
  SimOptions options;
  options.iterations = 100;
  const SimResult plain =
      scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
  const SimResult asked = Simulator(*scene.words.leaves, scene.guides({.outlook = &zero}))
                              .run(scene.position, scene.lanes, scene.candidates, options);
  REQUIRE(plain.plays.size() == asked.plays.size());
  for (std::size_t i = 0; i < plain.plays.size(); ++i) {
    CHECK(plain.plays[i].move == asked.plays[i].move);
    CHECK(plain.plays[i].wp == asked.plays[i].wp);
    CHECK(plain.plays[i].eq == asked.plays[i].eq);
  }
}

TEST_CASE("a network is asked at the leaves where the bag cannot be empty by then") {
  const auto network = test::random_network(TileSet::english(), 3);
  int asked = 0, not_asked = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Scene scene(seed, 3);
    for (const int plies : {1, 2, 4}) {
      SimOptions options;
      options.plies = plies;
      options.to_the_end_bag = SimOptions::kNever;
      options.iterations = 20;
      const auto plays = [&](GuideNetworks say) {
        return Simulator(*scene.words.leaves, scene.guides(say))
            .run(scene.position, scene.lanes, scene.candidates, options)
            .plays;
      };
      const auto plain = plays({}), judged = plays({.outlook = &network});
      const bool same = std::ranges::equal(plain, judged, {}, &SimPlay::eq, &SimPlay::eq);
      const bool bag_outlasts = scene.position.bag_size() > kRackSize * (plies + 1);
      CHECK(same != bag_outlasts);
      (bag_outlasts ? asked : not_asked) += 1;
    }
  }
  CHECK(asked > 0);
  CHECK(not_asked > 0);
}

TEST_CASE("a play without rivals is known before long, and goes on where that is asked for") {
  Scene scene(9, 1);
  SimOptions options;
  options.iterations = 500;
  const auto iterations = [&] {
    return scene.simulator(1)
        .run(scene.position, scene.lanes, scene.candidates, options)
        .iterations;
  };
  CHECK(iterations() < 200);
  CHECK(iterations() > 50);  // for its figures
  options.runs_on = true;
  CHECK(iterations() == 500);
}

TEST_CASE("plays given up early are told as if they had met the deals of the best") {
  const Scene scene(9, 6);
  SimOptions options;
  options.to_the_end_bag = 0;
  options.iterations = 600;
  const auto run = [&] {
    return scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
  };
  const SimResult result = run();
  options.confidence = 0;
  const SimPlay& best = result.plays.front();
  int given_up = 0;
  for (const SimPlay& play : result.plays) {
    if (!play.given_up) continue;
    ++given_up;
    // The first deals are the same however many come after them.
    options.iterations = play.iterations;
    const SimResult first = run();
    const auto of = [&](const Move& move) {
      return *std::find_if(first.plays.begin(), first.plays.end(),
                           [&](const SimPlay& one) { return one.move == move; });
    };
    // Of the luck that the best has had since, as much as they had in common.
    const auto shares = [](double luck, double of_best) {
      return luck * of_best >= 0 && std::abs(luck) <= std::abs(of_best);
    };
    CHECK(shares(play.wp - of(play.move).wp, best.wp - of(best.move).wp));
    CHECK(shares(play.eq - of(play.move).eq, best.eq - of(best.move).eq));
  }
  CHECK(given_up > 0);
}

TEST_CASE("where few tiles are hidden all their deals are met, and the figures are exact") {
  Random random(6);
  for (int bag = 0; bag <= 2; ++bag) {
    CAPTURE(bag);
    const Position late = late_position(bag, 0, random);
    const Scene scene(late, 3);
    const auto run = [&](std::uint64_t seed, double confidence) {
      SimOptions options;
      options.seed = seed;
      options.confidence = confidence;
      return scene.simulator(2).run(scene.position, scene.lanes, scene.candidates, options);
    };
    const int hidden = late.unseen_count(late.on_turn());
    const SimResult one = run(1, 0), other = run(2, 0);
    CHECK(one.all_deals);
    CHECK(one.iterations == (bag == 0 ? 1 : bag == 1 ? hidden : hidden * (hidden - 1)));
    REQUIRE(one.plays.size() == other.plays.size());
    for (std::size_t i = 0; i < one.plays.size(); ++i) {
      CHECK(one.plays[i].move == other.plays[i].move);
      CHECK(one.plays[i].wp == other.plays[i].wp);
      CHECK(one.plays[i].eq == other.plays[i].eq);
      CHECK(one.plays[i].wp_error == 0);
      CHECK(one.plays[i].eq_error == 0);
    }
    const SimResult stopped = run(1, 0.99);
    CHECK(stopped.decided);
    CHECK(stopped.iterations <= one.iterations);
  }
}

#if ZYMURGY_BOARD_DIM == 15
TEST_CASE("a sure win is found though it was given up before anything else had lost") {
  // NOVENaS always wins, VAW by more points seven times in eight.
  const std::string cgp =
      "M14/AA3Q9/ID3I9/KVELLS9/OI13/1S4C7G/1O4R7O/UR1BITOU6U/N5F7A/JA1GUTTY6C/APLITES7H/"
      "ME1DEW5NANE/1R4POTAGEr2/1YODLER1IWI4/2HEIFER2TOZIE ENNOSV?/ 386/426 0";
  const Scene scene(parse_cgp(cgp).value().position, 1);
  Simulator simulator = scene.simulator(1);
  SimOptions options;
  options.to_the_end_bag = kRackSize;
  options.iterations = 1000;
  for (options.seed = 1; options.seed <= 8; ++options.seed) {
    const SimResult result = simulator.run(scene.position, scene.lanes, scene.named(100), options);
    const SimPlay& best = result.plays.front();
    CHECK(ucgi_text(best.move, scene.position) == "N1.NOVENaS");
    CHECK(best.wp == 1);
    CHECK(best.iterations == 8);
    CHECK(result.all_deals);
  }
}
#endif

TEST_CASE("chances of plays given up are chances, however sure the game is") {
  for (const int lead : {-250, 250}) {
    Scene scene(1, 30);
    scene.position.set_score(scene.position.on_turn(), std::max(0, lead));
    scene.position.set_score(1 - scene.position.on_turn(), std::max(0, -lead));
    SimOptions options;
    options.iterations = 200;
    for (const SimPlay& play :
         scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options).plays)
      CHECK((play.wp >= 0 && play.wp <= 1));
  }
}

TEST_CASE("the error shrinks by the share of all deals that is met") {
  Random random(6);
  int met = 0;
  for (int n = 0; n < 6; ++n) {
    const Scene scene(late_position(1, 0, random), 1);
    SimOptions options;
    options.confidence = 0;
    Moments samples;
    double sum = 0, error = 0;
    for (options.iterations = 1; options.iterations <= 4; ++options.iterations) {
      const SimPlay play = scene.simulator(1)
                               .run(scene.position, scene.lanes, scene.candidates, options)
                               .plays.front();
      REQUIRE(play.iterations == options.iterations);
      const double now = play.eq * static_cast<double>(options.iterations);
      samples.add(std::llround((now - sum) * kGainsAPoint));
      sum = now;
      error = play.eq_error;
    }
    if (samples.sd() == 0) continue;
    ++met;
    const double of_all = samples.error() * std::sqrt(1 - 4 / 8.0) / kGainsAPoint;
    CHECK(error == doctest::Approx(of_all).epsilon(1e-3));
  }
  CHECK(met > 0);
}

TEST_CASE("a simulation stops when asked to, and answers with whole iterations") {
  const Scene scene(9, 10);
  Simulator simulator = scene.simulator(2);
  std::stop_source stop;
  std::atomic<bool> under_way = false;
  std::jthread asker([&] {
    under_way.wait(false);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stop.request_stop();
  });
  SimOptions options;
  options.confidence = 0;
  options.limits.stop = stop.get_token();
  const SimResult result =
      simulator.run(scene.position, scene.lanes, scene.candidates, options, [&](const SimResult&) {
        under_way = true;
        under_way.notify_one();
      });
  for (const SimPlay& play : result.plays) CHECK(play.iterations == result.iterations);
}

TEST_CASE("of one sample the mean is known and the error is not") {
  const Scene scene(7, 3);
  SimOptions options;
  options.iterations = 1;
  for (const SimPlay& play :
       scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options).plays) {
    CHECK(play.iterations == 1);
    CHECK(!std::isnan(play.wp));
    CHECK(std::isnan(play.wp_error));
    CHECK(std::isnan(play.eq_error));
  }
}

// As another guide does it, but something is done before each reply.
class WatchedGuide final : public Guide {
 public:
  WatchedGuide(std::unique_ptr<Guide> guide, std::function<void()> before_reply)
      : guide_(std::move(guide)), before_reply_(std::move(before_reply)) {}
  void start(const Position& root, const Lanes& lanes, const Move& first) override {
    guide_->start(root, lanes, first);
  }
  const Candidate& reply(const Position& position, const Lanes& lanes) override {
    before_reply_();
    return guide_->reply(position, lanes);
  }
  Equity outlook(const Position& position, const Lanes& lanes, const Move& last) override {
    return guide_->outlook(position, lanes, last);
  }
  Leaf value(const Position& position, Equity leaves, int unseen) override {
    return guide_->value(position, leaves, unseen);
  }

 private:
  std::unique_ptr<Guide> guide_;
  std::function<void()> before_reply_;
};

TEST_CASE("of too many candidates for the time, the best by equity share it") {
  const Scene scene(9, 200);
  REQUIRE(scene.candidates.size() > 50);
  const GuideMaker fast = scene.guides();
  const auto slow = [&] {
    return std::make_unique<WatchedGuide>(
        fast(), [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  };
  for (const int threads : {1, 3}) {
    CAPTURE(threads);
    SimOptions options;
    options.limits.deadline = deadline_in(0.1);
    const SimResult result = Simulator(*scene.words.leaves, slow, threads)
                                 .run(scene.position, scene.lanes, scene.candidates, options);
    CHECK(result.iterations >= 2);
    CHECK(!result.decided);
    const Equity least = std::min_element(result.plays.begin(), result.plays.end(),
                                          [](const SimPlay& a, const SimPlay& b) {
                                            if ((a.iterations == 0) != (b.iterations == 0))
                                              return b.iterations == 0;
                                            return a.equity < b.equity;
                                          })
                             ->equity;
    for (const SimPlay& play : result.plays) {
      if (play.iterations == 0) {
        CHECK(play.given_up);
        CHECK(play.equity <= least);
      }
      if (!play.given_up) CHECK(play.iterations == result.iterations);
      // Nobody is given up for what a part of the first eight iterations says.
      if (play.iterations > 0)
        CHECK(play.iterations >= std::min<std::int64_t>(8, result.iterations));
    }
    CHECK(result.plays.back().iterations == 0);
  }
}

TEST_CASE("a simulation goes on to the end with as few tiles in the bag as is asked") {
  const Scene scene(7, 2);
  const int bag = scene.position.bag_size();
  REQUIRE(bag > 0);
  SimOptions options;
  options.plies = 1;
  options.iterations = 2;
  for (const int most : {bag - 1, bag}) {
    options.to_the_end_bag = most;
    const SimResult result =
        scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
    CHECK(result.plies == (most == bag ? kToTheEnd : 1));
  }
}

TEST_CASE("who was given up and would lead on the deals of the others is taken back") {
  for (const int seed : {1, 3, 6, 53, 54}) {
    CAPTURE(seed);
    const Scene scene(seed, 10);
    SimOptions options;
    options.to_the_end_bag = SimOptions::kNever;
    options.iterations = 200;
    const SimResult result =
        scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
    for (const SimPlay& play : result.plays) CHECK(play.utility <= result.plays.front().utility);
  }
}

TEST_CASE("a later stop tells of no fewer iterations, also while plays taken back catch up") {
  const Scene scene(54, 10);
  const GuideMaker plain = scene.guides();
  std::int64_t last = 0;
  for (int replies = 400; replies <= 2400; replies += 100) {
    std::stop_source stop;
    int left = replies;
    const auto stopping = [&] {
      return std::make_unique<WatchedGuide>(plain(), [&] {
        if (--left == 0) stop.request_stop();
      });
    };
    SimOptions options;
    options.to_the_end_bag = SimOptions::kNever;
    options.iterations = 200;
    options.limits.stop = stop.get_token();
    const std::int64_t iterations = Simulator(*scene.words.leaves, stopping)
                                        .run(scene.position, scene.lanes, scene.candidates, options)
                                        .iterations;
    CHECK(iterations >= last);
    last = iterations;
  }
  CHECK(last > 0);
}

TEST_CASE("the best is not called decided by fewer iterations than it takes without a limit") {
  int met = 0;
  for (const int seed : {9, 10, 16, 24, 30, 39}) {
    CAPTURE(seed);
    const Scene scene(seed, 10);
    SimOptions options;
    options.to_the_end_bag = SimOptions::kNever;
    options.iterations = 2000;
    const auto run = [&] {
      return scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
    };
    const SimResult whole = run();
    if (!whole.decided || whole.iterations < 40) continue;
    ++met;
    options.iterations = whole.iterations / 2;
    CHECK(!run().decided);
  }
  CHECK(met > 0);
}

TEST_CASE("only who moves again before the end may turn a loss") {
  constexpr int kLoss = -3;
  Random random(7);
  int turned = 0, not_turned = 0;
  while (turned == 0 || not_turned == 0) {
    Position position = late_position(0, kRackSize, random);
    while (!position.over()) {
      Scene scene(position, 6);
      const int mover = position.on_turn();
      const auto play_of = [&](const Candidate& candidate) {
        return scene.simulator(1)
            .run(scene.position, scene.lanes, {candidate}, SimOptions())
            .plays.front();
      };
      for (const Candidate& candidate : scene.candidates) {
        const double gain = play_of(candidate).eq;
        scene.position.set_score(mover, 500);
        scene.position.set_score(1 - mover, 500 - kLoss + static_cast<int>(std::lround(gain)));
        const SimPlay play = play_of(candidate);
        CHECK(play.wp == 0);
        const bool moves_again = play.plies.size() > 1;
        (moves_again ? turned : not_turned) += 1;
        const double chance = moves_again ? chance_beyond_static(kLoss) : 0;
        CHECK(play.utility == doctest::Approx(worth(chance, kLoss)).epsilon(0.001));
      }
      position.make(scene.candidates.front().move);
    }
  }
}
