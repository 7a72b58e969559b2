// The race between candidates: sums of their samples, and who can be given up.
//
// All who are still in the race have sampled the same deals, so two are compared by the mean and
// the deviation of their difference deal by deal, which is far less noisy than either. A play falls
// out once its difference to the leader is beyond a bound that holds at all times at once (with
// ln((ln n + 1) (K - 1) / delta), after Garivier and Kaufmann, "Optimal best arm identification
// with fixed confidence", 2016, and a union over the K - 1 rivals). Where what is left of time or
// iterations is too little for that, who will hardly lead by then falls out, and leaves it to those
// who may. Sums are integers, so they do not depend on the order of adding.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "sim/rollout.h"
#include "stats/moments.h"

namespace zymurgy {

// What gains are summed in: coarse enough for 64 bits to hold the squares of 10^8 samples' gains.
inline constexpr Equity kGainUnit = kPoint / 100;
inline constexpr double kGainsAPoint = kPoint / kGainUnit;

// Of one candidate.
struct PlaySums {
  struct Ply {
    std::int64_t plays = 0, score = 0, bingos = 0;
  };
  Moments win;   // out of WinTable::kOne
  Moments gain;  // in kGainUnit
  std::array<Ply, kTalliedPlies> plies{};
  std::array<std::uint32_t, kSquares> replies{};  // tiles of the first reply laid on each square

  std::int64_t samples() const { return win.count; }
  void add(const Sample& sample);
  void add(const PlaySums& other);
};

class Race {
 public:
  explicit Race(std::size_t plays = 0)
      : sums_(plays),
        utility_(plays),
        products_(plays * plays),
        running_(plays, 1),
        expected_(plays),
        left_(plays, kStays),
        taken_back_(plays, 0) {}

  // How many samples of a play its equity is worth. Of plays within 8 points of the best, equities
  // are off by 0.013 to 0.016 of the chance to win (by many samples of 8 plies), one sample by
  // 0.059, when plays are compared on equal deals (bench/strength.md).
  static constexpr double kExpectation = 20;
  // With seven tiles or fewer in the bag equity knows little of what wins (0, 5 and 20 were tried:
  // bench/strength.md).
  static constexpr double kLateExpectation = 5;

  std::size_t size() const { return sums_.size(); }
  const PlaySums& sums(std::size_t play) const { return sums_[play]; }
  bool running(std::size_t play) const { return running_[play] != 0; }
  int still_running() const;
  std::int64_t iterations() const { return iterations_; }
  std::int64_t samples() const;  // of all plays

  // The utility of a play before any sample, as its equity has it, and how many samples that is
  // worth; for all plays or none.
  void expect(std::size_t play, std::int32_t utility, double samples) {
    expected_[play] = utility;
    expectation_ = samples;
  }
  // From no samples, for those that run in the other; nobody else runs.
  void restart(const Race& other);
  void add(std::size_t play, const Sample& sample) { sums_[play].add(sample); }
  // The utilities of one deal's samples, for all that run.
  void add(const std::vector<std::int32_t>& utilities);
  // What was sampled of those that run in the other.
  void add(const Race& other);

  void give_up_from(std::size_t play) {
    std::fill(running_.begin() + static_cast<std::ptrdiff_t>(play), running_.end(), 0);
  }
  // Gives up who is worse than the leader with all this confidence (0.99, say). True if the leader
  // is known: nobody else runs, or nobody can be better by more than `indifference`.
  bool give_up(double confidence, double indifference);
  // Who was given up and by now would lead: these run once more with all who do, from the first
  // deal on, each one once. Nothing changes if there is nobody.
  bool take_back();
  // Whether after `more` iterations the leader may be so known: if all differences are as far from
  // 0 as one standard error allows.
  bool may_be_known(double confidence, double indifference, double more) const;
  // Gives up the plays that `samples` more, shared by all that still run, will hardly bring to the
  // lead. The furthest behind goes first, and its share goes to the others. One of eighty plays at
  // the threshold would have come to lead.
  void give_up_hopeless(double samples);
  // Of the samples and of what was expected before them; 0 of neither.
  double mean_utility(std::size_t play) const;

  // Between rounds, after plays were given up: notes how the others stand at that time.
  void note_leavers();
  // Sums of a play, of one deal in the mean.
  struct Means {
    double win = 0, gain = 0, utility = 0;
    std::int64_t samples = 0;
  };
  // Of a play that was given up: how its means would change had it met the deals of those that run
  // since, judged by what these changed for the best that had met all of its own (a control
  // variate). Nothing of one that runs. With it, all plays are told of the same deals.
  Means met_since(std::size_t play) const;

 private:
  static constexpr std::size_t kStays = ~std::size_t{0};
  enum class Standing : std::uint8_t { kBeaten, kEqual, kOpen };
  // Of one deal.
  struct Difference {
    double mean, variance;
  };

  // The best of those that run and that `takes` takes; size() if there is none.
  template <typename Takes>
  std::size_t best(Takes&& takes) const;
  std::size_t leader() const;
  bool is_rival(std::size_t play, std::size_t leader) const {
    return running(play) && play != leader;
  }
  Means means(std::size_t play) const;
  // Of the utilities of two plays, summed over the deals that both met.
  double product(std::size_t i, std::size_t j) const {
    return static_cast<double>(products_[std::min(i, j) * size() + std::max(i, j)]);
  }
  // The best that runs of those that ran when this play was given up.
  std::size_t witness(std::size_t play) const;
  // Of the utility of a play that was given up over its witness's: how much luck they share, 0 to
  // 1.
  double slope(std::size_t play, std::size_t witness) const;
  // The leader's utility less the play's. `count`: the deals that will have told of it.
  Difference difference(std::size_t leader, std::size_t play, double count) const;
  // How a play stands that after `count` deals differs so from the leader.
  Standing standing(Difference lead, double count, double confidence, double indifference) const;

  std::vector<PlaySums> sums_;
  std::vector<std::int64_t> utility_;
  std::vector<std::int64_t> products_;  // of two plays, the lower one's row
  std::vector<std::uint8_t> running_;
  std::vector<std::int32_t> expected_;
  double expectation_ = 0;       // samples that `expected_` counts for
  std::int64_t iterations_ = 0;  // of those that run
  // How all stood at each time that some were given up, and which time that was of a play.
  std::vector<std::vector<Means>> stood_;
  std::vector<std::size_t> left_;
  std::vector<std::uint8_t> taken_back_;
};

}  // namespace zymurgy
