#include "inference/inference.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "game/counting.h"
#include "game/threads.h"
#include "inference/player_models.h"
#include "inference/static_judge.h"

namespace zymurgy {
namespace {

// The chance that a belief carried over is wrong: the opponent is another player than assumed, or
// the leave was not in the sample. Tuned for the probability that beliefs give to the true leaves.
constexpr double kWrongBelief = 0.1;
constexpr std::uint64_t kSampleStream = 0x1f3;  // the sample's random stream; any number will do

TileCounts plus(TileCounts a, const TileCounts& b) {
  a.add(b);
  return a;
}

// The smallest set of tiles that includes both.
TileCounts both(TileCounts a, const TileCounts& b) {
  a.include(b);
  return a;
}

// `chance` divided by `all`, model by model. A model with a total of 0 takes the other's share.
ByModel share(const ByModel& chance, const ByModel& all) {
  const double by_static = chance.of_static / all.of_static;
  const double by_other = chance.of_other / all.of_other;
  return {all.of_static > 0 ? by_static : by_other, all.of_other > 0 ? by_other : by_static};
}

// The chance that a rack of `kept`, filled up from `pool`, holds `known`.
double chance_to_hold(const TileCounts& known, const TileCounts& kept, const TileCounts& pool) {
  const TileCounts rest = pool.without(kept);
  const int drawn = std::min(kRackSize, pool.size()) - kept.size();
  return ways_to_include(known.without(kept), rest, drawn) / choose(rest.size(), drawn);
}

}  // namespace

// Chances of starts and hypotheses are absolute, so that their sums give the likelihood of each
// model.
struct Inference::Start {
  TileCounts held;   // certainly on the rack after the draw
  TileCounts drawn;  // those of `held` and the tiles played that were drawn
  ByModel chance;
};

struct Inference::Hypothesis {
  Rack rack;
  double prior = 0;  // that the rest of the rack was drawn, leaving aside the tiles played
  ByModel chance{};  // that the rack was held; later, that it was held and the move was made
  StaticVerdict verdict{};
};

struct Inference::Hypotheses {
  std::vector<Hypothesis> racks;
  bool sampled = false;
};

RackBelief Inferred::belief() const {
  RackBelief belief;
  for (const InferredLeave& leave : leaves)
    belief.add(leave.leave, (1 - kWrongBelief) * leave.chance);
  if (!leaves.empty()) belief.add({}, kWrongBelief);
  belief.set_in_bag(in_bag);
  return belief;
}

double Inference::seen_since(const TileCounts& kept, const TileCounts& pool) const {
  const int n = carried_pool_.size(), seen = carried_pool_.without(pool).size();
  return ways_to_draw(kept, pool) / ways_to_draw(kept, carried_pool_) * choose(n, seen) /
         choose(n - kept.size(), seen);
}

// One start for each leave of the previous turn, weighted by the chance that the draw brought the
// tiles known and played; and one that assumes no leave. `pool` is all tiles that the mover can
// have held.
std::vector<Inference::Start> Inference::starts(const Position& before, const TileCounts& pool,
                                                const TileCounts& used, int rack_size) const {
  const TileCounts known = before.rack();
  const auto with = [&](const TileCounts& kept) -> Start {
    const TileCounts held = both(kept, known);
    const TileCounts drawn = both(held, used).without(kept);
    // The mean number of ways to find `drawn` in a draw.
    const TileCounts rest = pool.without(kept);
    const int n = rest.size(), d = rack_size - kept.size(), m = drawn.size();
    const double chance = ways_to_draw(drawn, rest) * choose(n - m, d - m) / choose(n, d);
    return {held, drawn, {chance, chance}};
  };
  std::vector<Start> starts;
  for (const InferredLeave& carried : carried_) {
    Start start = with(carried.leave);
    const double chance =
        (1 - kWrongBelief) * seen_since(carried.leave, pool) * start.chance.of_static;
    if (!std::isfinite(chance) || chance <= 0) continue;
    start.chance = carried.chance_by * chance;
    starts.push_back(start);
  }
  Start anew = with({});
  anew.chance = starts.empty() ? ByModel{1, 1} : anew.chance * kWrongBelief;
  starts.push_back(anew);
  return starts;
}

void Inference::observe_own_rack(const TileCounts& rack) {
  put_back_ = put_back_.without(rack.without(own_));
  put_back_.add(std::exchange(putting_back_, {}));
  own_ = rack;
}

TileCounts Inference::possible(const TileCounts& unseen) const { return unseen.without(put_back_); }

// The racks that draws can make from the starts, each found once for every way to reach it.
class Inference::Draws {
 public:
  Draws(const TileCounts& pool, const TileCounts& used, double doubt, const Limits& limits)
      : pool_(pool), used_(used), doubt_(doubt), limits_(limits) {}

  int rack_size() const { return std::min(kRackSize, pool_.size()); }
  double count(const std::vector<Start>& starts) const {
    double count = 0;
    for (const Start& start : starts) count += distinct_draws(rest_of(start), missing(start));
    return count;
  }
  // Stops when time is up: an incomplete list is not used.
  void make_all(const std::vector<Start>& starts) {
    for (const Start& start : starts) {
      const TileCounts rest = rest_of(start);
      const double all = choose(rest.size(), missing(start));
      const auto each = [&](const TileCounts& draw) {
        add(start, draw, ways_to_draw(draw, rest) / all);
        return in_time();
      };
      if (!for_each_draw(rest, missing(start), each)) return;
    }
  }
  void make_some(const std::vector<Start>& starts, int count, Random random) {
    double chances = 0;
    for (const Start& start : starts) chances += start.chance.mixed(doubt_);
    for (int i = 0; i < count && in_time(); ++i) {
      double left = random.unit() * chances;
      const auto start = std::find_if(starts.begin(), starts.end() - 1, [&](const Start& one) {
        return (left -= one.chance.mixed(doubt_)) < 0;
      });
      add(*start, draw_tiles(rest_of(*start), missing(*start), random),
          chances / (count * start->chance.mixed(doubt_)));
    }
  }
  std::vector<Hypothesis> racks() const {
    std::vector<Hypothesis> racks;
    for (const auto& [rack, hypothesis] : found_) racks.push_back(hypothesis);
    return racks;
  }

 private:
  TileCounts base_of(const Start& start) const { return both(start.held, used_); }
  TileCounts rest_of(const Start& start) const { return pool_.without(base_of(start)); }
  int missing(const Start& start) const { return std::max(0, rack_size() - base_of(start).size()); }
  // `share` is this draw's share of the start's chance. If one of several equal tiles was played,
  // the same draw is found once for each of them, so its chance is divided by their number.
  void add(const Start& start, const TileCounts& draw, double share) {
    const Rack rack = plus(base_of(start), draw);
    Hypothesis& held = found_.try_emplace(rack, Hypothesis{rack}).first->second;
    held.prior += share * start.chance.mixed(doubt_);
    held.chance += start.chance * (share / ways_to_draw(start.drawn, plus(start.drawn, draw)));
  }
  bool in_time() { return ++made_ % 256 != 0 || !limits_.reached(); }

  TileCounts pool_, used_;
  double doubt_;
  Limits limits_;
  int made_ = 0;
  std::map<Rack, Hypothesis, std::greater<>> found_;
};

Inference::Hypotheses Inference::hypotheses(const Position& before, const TileCounts& used,
                                            double doubt, const InferOptions& options) const {
  const TileCounts pool = possible(before.unseen(1 - before.on_turn()));
  Draws draws(pool, used, doubt, options.limits);
  const std::vector<Start> begun = starts(before, pool, used, draws.rack_size());
  const bool sampled = draws.count(begun) > options.max_leaves;
  if (sampled)
    draws.make_some(begun, options.max_leaves, Random::stream(options.seed, kSampleStream));
  else
    draws.make_all(begun);
  return {draws.racks(), sampled};
}

// The leaves of the racks that may have made the move, likeliest first.
std::vector<InferredLeave> Inference::leaves_of(const std::vector<Hypothesis>& racks,
                                                double doubt) {
  double prior = 0;
  ByModel all;
  for (const Hypothesis& h : racks) {
    prior += h.prior;
    all += h.chance;
  }
  std::map<TileCounts, InferredLeave, std::greater<>> found;
  for (const Hypothesis& h : racks) {
    if (h.chance.mixed(doubt) <= 0) continue;
    const TileCounts& leave = h.verdict.leave;
    InferredLeave& inferred = found.try_emplace(leave, InferredLeave{leave}).first->second;
    inferred.prior += h.prior / prior;
    inferred.chance_by += h.chance;
  }
  std::vector<InferredLeave> leaves;
  for (auto& [leave, inferred] : found) {
    inferred.set_chance(share(inferred.chance_by, all), doubt);
    leaves.push_back(inferred);
  }
  std::ranges::stable_sort(leaves, std::greater(), &InferredLeave::chance);
  return leaves;
}

void Inference::observe_uninformative(const Position& before, const TileCounts& known) {
  observe_own_rack(before.rack(1 - before.on_turn()));
  const TileCounts pool = possible(before.unseen(1 - before.on_turn()));
  std::vector<InferredLeave>& leaves = last_.leaves = carried_;
  ByModel all;
  for (InferredLeave& inferred : leaves) {
    const double seen = seen_since(inferred.leave, pool);
    inferred.chance_by =
        inferred.chance_by * (seen > 0 ? seen * chance_to_hold(known, inferred.leave, pool) : 0);
    all += inferred.chance_by;
  }
  for (InferredLeave& inferred : leaves)
    inferred.set_chance(share(inferred.chance_by, all), *doubt_);
  std::erase_if(leaves, [](const InferredLeave& inferred) { return !(inferred.chance > 0); });
  std::ranges::stable_sort(leaves, std::greater(), &InferredLeave::chance);
  last_.in_bag = put_back_;
}

// Judges whether each rack has the move and how much equity it gives away; only some racks if time
// runs out.
void Inference::judge(std::vector<Hypothesis>& racks, const Position& before, const Lanes& lanes,
                      const Move& move, const PlayerModels& models,
                      const InferOptions& options) const {
  std::atomic<std::size_t> next = 0;
  in_threads(options.threads, [&](int) {
    StaticJudge judge(*lexicon_, *leaves_, before, lanes, move, models.least(), models.most());
    for (std::size_t i; !options.limits.reached() && (i = next++) < racks.size();)
      racks[i].verdict = judge.judge(racks[i].rack);
  });
}

const Inferred* Inference::observe(const Position& before, const Lanes& lanes, const Move& move,
                                   const InferOptions& options) {
  const auto begun = Limits::Clock::now();
  observe_own_rack(before.rack(1 - before.on_turn()));
  const double doubt = doubt_.value_or(options.doubt);
  auto [all, sampled] = hypotheses(before, move.used(), doubt, options);
  Inferred inferred;
  inferred.sampled = sampled;
  inferred.considered = static_cast<std::int64_t>(all.size());
  const PlayerModels models(options, before.bag_size());
  judge(all, before, lanes, move, models, options);
  if (options.limits.reached()) return nullptr;

  std::erase_if(all, [](const Hypothesis& h) { return !h.verdict.possible; });
  ByModel likely;
  for (const Hypothesis& h : all) likely += h.chance * models.likelihood(h.verdict.loss);
  inferred.explained = likely.mixed(doubt) > 0;
  if (inferred.explained)
    for (Hypothesis& h : all) h.chance = h.chance * models.likelihood(h.verdict.loss);
  doubt_ = doubt_after(doubt, likely);
  inferred.leaves = leaves_of(all, *doubt_);

  const TileCounts unseen = before.unseen(1 - before.on_turn());
  // For an exchange of unknown tiles, whole racks were drawn, so a leave's prior is the chance of
  // drawing its tiles.
  if (!move.tiles_known()) {
    const TileCounts pool = possible(unseen);
    for (InferredLeave& leave : inferred.leaves)
      leave.prior = ways_to_draw(leave.leave, pool) / choose(pool.size(), leave.leave.size());
  }
  inferred.seconds = seconds_since(begun);
  carried_ = inferred.leaves;
  // An exchange draws before it puts tiles back.
  if (move.kind != MoveKind::kPass) put_back_ = move.put_back();
  inferred.in_bag = put_back_;
  carried_pool_ = possible(move.is_play() ? unseen.without(move.used()) : unseen);
  last_ = std::move(inferred);
  return &last_;
}

}  // namespace zymurgy
