// The race between candidates: sums of their samples, and which plays can be given up.
//
// All plays still in the race have sampled the same deals, so two are compared by the mean and the
// deviation of their difference deal by deal, which is far less noisy than either play alone. A
// play drops out once its difference to the leader exceeds a bound that holds at all times at once
// (with ln((ln n + 1) (K - 1) / delta), after Garivier and Kaufmann, "Optimal best arm
// identification with fixed confidence", 2016, and a union over the K - 1 rivals). If too little
// time or too few iterations are left for that, plays unlikely to lead by the end are given up, and
// the others share what is left. Sums are integers, so they do not depend on the order of addition.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "sim/rollout.h"
#include "stats/moments.h"

namespace zymurgy {

// The unit in which gains are summed: coarse enough for 64 bits to hold the squares of 10^8
// samples' gains.
inline constexpr Equity kGainUnit = kPoint / 100;
inline constexpr double kGainsAPoint = kPoint / kGainUnit;

// The sums of one candidate's samples.
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
        prior_(plays),
        given_up_at_(plays, kNotGivenUp),
        taken_back_(plays, 0) {}

  // The weight of a play's equity as a prior, in samples. For plays within 8 points of the best,
  // the win probability by equity errs by 0.013 to 0.016 (against many samples of 8 plies), that by
  // one sample by 0.059, with plays compared on equal deals (bench/simulation.md).
  static constexpr double kPriorSamples = 20;
  // With seven tiles or fewer in the bag, equity says little about winning (0, 5 and 20 were tried:
  // bench/simulation.md).
  static constexpr double kLatePriorSamples = 5;

  std::size_t size() const { return sums_.size(); }
  const PlaySums& sums(std::size_t play) const { return sums_[play]; }
  bool running(std::size_t play) const { return running_[play] != 0; }
  int still_running() const;
  // The share of all deals not met after `count` of them. The variance of a mean is multiplied by
  // it, since no deal is met twice.
  double unmet(double count) const { return std::max(0.0, 1 - count / deals_); }
  std::int64_t iterations() const { return iterations_; }
  std::int64_t samples() const;  // of all plays

  // How many deals there are, each to be met once (sim/deals.h).
  void set_deals(double count) { deals_ = count; }
  // The prior of all plays: their utilities by equity, and how many samples each counts for.
  void set_priors(std::vector<std::int32_t> utilities, double samples) {
    prior_ = std::move(utilities);
    prior_samples_ = samples;
  }
  // Starts again, without samples, with just the plays that run in `other`.
  void restart(const Race& other);
  void add_sample(std::size_t play, const Sample& sample) { sums_[play].add(sample); }
  // Adds the utilities of one deal's samples, for all running plays.
  void end_deal(const std::vector<std::int32_t>& utilities);
  // Adds the samples of the plays that run in `other`.
  void merge(const Race& other);

  void give_up_from(std::size_t play) {
    std::fill(running_.begin() + static_cast<std::ptrdiff_t>(play), running_.end(), 0);
  }
  // Gives up plays that are worse than the leader at this confidence (0.99, say). True if the
  // leader is known: no other runs, or none can be better by more than `indifference`.
  bool give_up(double confidence, double indifference);
  // Takes back given-up plays that would lead by now, each only once, and restarts all running
  // plays from the first deal. False, with nothing changed, if there are none.
  bool take_back();
  // Whether `more` iterations may make the leader known (as in give_up) if all differences were one
  // standard error further from 0.
  bool may_be_known(double confidence, double indifference, double more) const;
  // Gives up the plays that are unlikely to take the lead within `samples` more, shared by all
  // running plays. The one furthest behind goes first, and its share goes to the others. A play at
  // the threshold would have come to lead one time in eighty.
  void give_up_hopeless(double samples);
  // The mean over the samples and the prior (`set_priors`), whose weight falls as deals are met; 0
  // without either.
  double mean_utility(std::size_t play) const;
  // One standard error of the leader's lead in mean utility over a running play.
  double lead_error(std::size_t play) const;

  // Call between rounds: if plays were given up since the last call, records the current means of
  // all plays.
  void record_given_up();
  // The means of a play's samples.
  struct Means {
    double win = 0, gain = 0, utility = 0;
    std::int64_t samples = 0;
  };
  // For a given-up play: the correction of its means for the deals it missed, estimated from how
  // these moved the means of its `control` (a control variate). Zero for a running play. With it,
  // all plays are reported on the same deals.
  Means correction(std::size_t play) const;

 private:
  static constexpr std::size_t kNotGivenUp = ~std::size_t{0};
  enum class Standing : std::uint8_t { kBeaten, kEqual, kOpen };
  // The difference of two plays on one deal.
  struct Difference {
    double mean, variance;
  };

  // The best running play for which `takes` is true; size() if there is none.
  template <typename Takes>
  std::size_t best(Takes&& takes) const;
  std::size_t leader() const;
  bool is_rival(std::size_t play, std::size_t leader) const {
    return running(play) && play != leader;
  }
  Means means(std::size_t play) const;
  // The product of two plays' utilities, summed over the deals that both met.
  double product(std::size_t i, std::size_t j) const {
    return static_cast<double>(products_[std::min(i, j) * size() + std::max(i, j)]);
  }
  // The best running play that had met all of a given-up play's deals when that was given up.
  std::size_t control(std::size_t play) const;
  // The slope of a given-up play's utility on its control's, 0 to 1: how much luck they share.
  double slope(std::size_t play, std::size_t control) const;
  // The leader's utility minus the play's. `count` is the number of deals it will be judged by.
  Difference difference(std::size_t leader, std::size_t play, double count) const;
  // The variance of the mean of `count` deals around the mean of all.
  double of_mean(double variance, double count) const { return variance * unmet(count) / count; }
  // The standing of a play that is behind the leader by `lead` after `count` deals.
  Standing standing(Difference lead, double count, double confidence, double indifference) const;

  double deals_ = std::numeric_limits<double>::infinity();
  std::vector<PlaySums> sums_;
  std::vector<std::int64_t> utility_;
  std::vector<std::int64_t> products_;  // of two plays' utilities, in the lower play's row
  std::vector<std::uint8_t> running_;
  std::vector<std::int32_t> prior_;
  double prior_samples_ = 0;     // samples that `prior_` counts for
  std::int64_t iterations_ = 0;  // of the running plays
  // The means of all plays, each time some were given up.
  std::vector<std::vector<Means>> means_when_given_up_;
  std::vector<std::size_t> given_up_at_;  // by play: the index in that; kNotGivenUp if none
  std::vector<std::uint8_t> taken_back_;
};

}  // namespace zymurgy
