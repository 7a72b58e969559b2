#include "inference/inference.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <string>

#include "game/counting.h"
#include "game/threads.h"

namespace zymurgy {
namespace {

// How likely what was believed before is taken to be wrong: the opponent plays by another mind, or
// the leave was not in the sample. Measured by the chance that beliefs give the true leaves.
constexpr double kWrongBelief = 0.1;

// T of players who simulate, in points. Late they look to the end of the game, where equity knows
// little of it. Measured as kWrongBelief was, on their games (bench/strength.md).
double temperature_of_simulation(int bag) { return bag > 21 ? 2 : bag > kRackSize ? 4 : 6; }

// Who may have made a move, and how likely given the equity that it loses.
class Minds {
 public:
  // `doubt`: the chance that the opponent is another mind than our static player.
  Minds(const InferOptions& options, double doubt, int bag)
      : doubt_(doubt),
        margin_(static_cast<Equity>(std::lround(options.margin * kPoint))),
        temperature_(options.temperature.value_or(temperature_of_simulation(bag)) * kPoint) {}

  // Losses up to this are all the same; those above `most`, too.
  Equity least() const { return margin_; }
  Equity most() const {
    return doubt_ > 0 ? margin_ + static_cast<Equity>(std::lround(kReach * temperature_)) : margin_;
  }

  // No loss: more than `most`.
  double likelihood(std::optional<Equity> loss) const {
    const double by_static = loss && *loss <= margin_ ? 1 - doubt_ : 0;
    return by_static + another(loss);
  }
  // The part of it that is another mind's.
  double another(std::optional<Equity> loss) const {
    if (doubt_ <= 0) return 0;
    return doubt_ * (kOdd + (loss ? kUsual * std::exp((margin_ - *loss) / temperature_) : 0));
  }
  // The doubt after a move: `all` is the chance of it, `another` the other mind's part.
  double doubt_after(double all, double another) const {
    if (doubt_ <= 0 || doubt_ >= 1 || all <= 0) return doubt_;
    return std::clamp(another / all, kLeastDoubt, 1 - kLeastDoubt);
  }

 private:
  // Another mind: how often it plays what static equity holds for best, and the chance of any one
  // play that loses more than kReach temperatures. It is never quite shut out, nor certain.
  // Measured as kWrongBelief was, on games of simulating players.
  static constexpr double kUsual = 0.5, kOdd = 0.002, kReach = 5, kLeastDoubt = 0.02;

  double doubt_;
  Equity margin_;
  double temperature_;
};

TileCounts plus(TileCounts a, const TileCounts& b) {
  a.add(b);
  return a;
}

std::string key_of(const TileCounts& tiles) {
  std::string key;
  tiles.for_each_tile([&](Letter letter) { key.push_back(static_cast<char>(letter)); });
  return key;
}

// Judges moves by static equity; one for each thread.
class StaticJudge {
 public:
  StaticJudge(const Lexicon& lexicon, const LeaveTable& leaves)
      : words_(&lexicon.words()), evaluator_(leaves), generator_(lexicon) {}

  // Losses are told apart from `least` on. For an exchange whose tiles are not known, of the best
  // exchange of as many tiles.
  Inference::Verdict judge(const Position& before, const Lanes& lanes, const Move& move,
                           const Rack& rack, Equity least, Equity most) {
    Position position = before;
    position.set_rack(position.on_turn(), rack);
    const bool known = move.names_its_tiles();
    Inference::Verdict verdict{.possible = known};
    if (known) verdict.leave = rack.without(move.used());
    if (move.is_play() && is_beaten(position, evaluator_.equity(position, move) + most))
      return verdict;
    subsets_.assign(rack, *words_, evaluator_.leaves());
    evaluator_.fill(position, subsets_, terms_);
    Equity its;
    if (known) {
      its = evaluator_.equity(position, move);
    } else {
      int best = -1;
      for (const std::uint8_t subset : subsets_.of_size(move.tiles_played))
        if (best < 0 || terms_.played[subset] > terms_.played[best]) best = subset;
      if (best < 0) return verdict;
      its = terms_.played[best];
      verdict.possible = true;
      verdict.leave = subsets_.tiles(subsets_.complement(best));
    }
    // Plays of no more than this need not be found.
    Equity highest = its + least;
    for (const int i : subsets_.of_sizes(1, position.most_exchanged()))
      highest = std::max(highest, terms_.played[i]);
    if (highest > its + most) return verdict;
    best_.assign(1, Candidate{Move::pass(), highest});
    generator_.top(lanes, position.rules(), subsets_, terms_, 1, kAnyMargin, best_);
    if (best_.front().equity - its <= most) {
      verdict.loss = best_.front().equity - its;
    } else if (best_.front().move.is_play()) {
      better_plays_.push_front(best_.front().move);
      if (better_plays_.size() > kBetterPlays) better_plays_.pop_back();
    }
    return verdict;
  }

 private:
  // Whether one of the plays that lately were better on other racks is on this one, too: most racks
  // need no search of their own.
  bool is_beaten(const Position& position, Equity floor) {
    const auto beats = [&](const Move& play) {
      return position.rack().includes(play.used()) && evaluator_.equity(position, play) > floor;
    };
    const auto found = std::find_if(better_plays_.begin(), better_plays_.end(), beats);
    if (found == better_plays_.end()) return false;
    std::rotate(better_plays_.begin(), found, found + 1);
    return true;
  }

  static constexpr std::size_t kBetterPlays = 48;

  const WordTable* words_;
  StaticEvaluator evaluator_;
  std::deque<Move> better_plays_;  // the last one first
  Generator generator_;
  RackSubsets subsets_;
  PlayTerms terms_;
  std::vector<Candidate> best_;
};

}  // namespace

RackBelief Inferred::belief() const {
  RackBelief belief;
  for (const InferredLeave& leave : leaves)
    belief.add(leave.leave, (1 - kWrongBelief) * leave.chance);
  if (!leaves.empty()) belief.add({}, kWrongBelief);
  return belief;
}

// What was kept the turn before, each weighted by how likely the draw then was to bring what was
// played; and just the tiles known. `pool`: all tiles that the mover can have held.
std::vector<Inference::Start> Inference::starts(const Position& before, const TileCounts& pool,
                                                const TileCounts& used, int rack_size) const {
  const TileCounts known = before.rack();
  std::vector<Start> starts;
  for (const InferredLeave& carried : carried_) {
    const TileCounts& kept = carried.leave;
    const TileCounts held = plus(kept, known.without(kept));
    const TileCounts needed = used.without(held);
    if (!pool.includes(plus(held, needed)) || held.size() + needed.size() > rack_size) continue;
    TileCounts rest = pool;
    rest.remove(kept);
    const TileCounts drawn = plus(held, needed).without(kept);
    const int n = rest.size(), d = rack_size - kept.size(), m = drawn.size();
    // We have seen more tiles since: those are not in any leave.
    const double seen = ways_to_draw(kept, pool) / ways_to_draw(kept, carried_pool_);
    const double weight =
        carried.chance * seen * ways_to_draw(drawn, rest) * choose(n - m, d - m) / choose(n, d);
    if (std::isfinite(weight) && weight > 0) starts.push_back({held, drawn, weight});
  }
  double believed = 0;
  for (const Start& start : starts) believed += start.weight;
  starts.push_back({known, used.without(known),
                    believed > 0 ? believed * kWrongBelief / (1 - kWrongBelief) : 1});
  return starts;
}

void Inference::see_own(const TileCounts& rack) {
  put_back_ = put_back_.without(rack.without(own_));
  put_back_.add(std::exchange(putting_back_, {}));
  own_ = rack;
}

TileCounts Inference::possible(const TileCounts& unseen) const { return unseen.without(put_back_); }

std::vector<Inference::Hypothesis> Inference::hypotheses(const Position& before,
                                                         const TileCounts& used,
                                                         const InferOptions& options,
                                                         bool& sampled) const {
  const TileCounts pool = possible(before.unseen(1 - before.on_turn()));
  const int rack_size = std::min(kRackSize, pool.size());
  const std::vector<Start> begun = starts(before, pool, used, rack_size);

  // The tiles that a draw was to bring and those it happened to bring come together: where one of
  // several equal tiles was played, each choice of which counts the same draw once more.
  std::map<std::string, Hypothesis> found;
  const auto base_of = [&](const Start& start) {
    return plus(start.held, used.without(start.held));
  };
  const auto add = [&](const Start& start, const TileCounts& draw, double prior) {
    const Rack rack = plus(base_of(start), draw);
    Hypothesis& its = found.try_emplace(key_of(rack), Hypothesis{rack, 0, 0, {}, 0}).first->second;
    its.prior += prior;
    its.weight += prior / ways_to_draw(start.drawn, plus(start.drawn, draw));
  };
  const auto rest_of = [&](const Start& start) { return pool.without(base_of(start)); };
  const auto missing = [&](const Start& start) {
    return std::max(0, rack_size - base_of(start).size());
  };
  // What is left undone at a halt is of no use to anybody.
  int count = 0;
  const auto goes_on = [&] { return ++count % 256 != 0 || !options.limits.reached(); };
  double there_are = 0;
  for (const Start& start : begun) there_are += distinct_draws(rest_of(start), missing(start));
  sampled = there_are > options.max_leaves;
  if (sampled) {
    Random random = Random::stream(options.seed, 0x1f3);
    double weights = 0;
    for (const Start& start : begun) weights += start.weight;
    for (int i = 0; i < options.max_leaves && goes_on(); ++i) {
      double left = random.unit() * weights;
      const auto start = std::find_if(begun.begin(), begun.end() - 1,
                                      [&](const Start& one) { return (left -= one.weight) < 0; });
      add(*start, draw_tiles(rest_of(*start), missing(*start), random), 1);
    }
  } else {
    for (const Start& start : begun) {
      const TileCounts rest = rest_of(start);
      const double all = choose(rest.size(), missing(start));
      const auto each = [&](const TileCounts& draw) {
        add(start, draw, start.weight * ways_to_draw(draw, rest) / all);
        return goes_on();
      };
      if (!for_each_draw(rest, missing(start), each)) break;
    }
  }
  std::vector<Hypothesis> all;
  for (auto& [key, hypothesis] : found) all.push_back(std::move(hypothesis));
  return all;
}

void Inference::stay(const Position& before) {
  see_own(before.rack(1 - before.on_turn()));
  const TileCounts pool = possible(before.unseen(1 - before.on_turn()));
  double all = 0;
  for (InferredLeave& its : carried_) {
    its.chance *= ways_to_draw(its.leave, pool) / ways_to_draw(its.leave, carried_pool_);
    all += its.chance;
  }
  std::erase_if(carried_, [](const InferredLeave& its) { return !(its.chance > 0); });
  for (InferredLeave& its : carried_) its.chance /= all;
  std::ranges::stable_sort(carried_, std::greater(), &InferredLeave::chance);
  last_.leaves = carried_;
  carried_pool_ = pool;
}

const Inferred& Inference::observe(const Position& before, const Lanes& lanes, const Move& move,
                                   const InferOptions& options) {
  const auto begun = Limits::Clock::now();
  const TileCounts used = move.used();
  see_own(before.rack(1 - before.on_turn()));
  Inferred inferred;
  std::vector<Hypothesis> all = hypotheses(before, used, options, inferred.sampled);
  inferred.considered = static_cast<std::int64_t>(all.size());

  const Minds minds(options, doubt_.value_or(options.doubt), before.bag_size());
  std::atomic<std::size_t> next = 0;
  in_threads(options.threads, [&](int) {
    StaticJudge its(*lexicon_, *leaves_);
    for (std::size_t i; !options.limits.reached() && (i = next++) < all.size();)
      all[i].verdict = its.judge(before, lanes, move, all[i].rack, minds.least(), minds.most());
  });
  halted_ = options.limits.reached();
  if (halted_) return last_;

  std::erase_if(all, [](const Hypothesis& h) { return !h.verdict.possible; });
  double prior = 0, posterior = 0, another = 0;
  for (Hypothesis& h : all) {
    h.likelihood = minds.likelihood(h.verdict.loss);
    prior += h.prior;
    posterior += h.weight * h.likelihood;
    another += h.weight * minds.another(h.verdict.loss);
  }
  doubt_ = minds.doubt_after(posterior, another);
  if (posterior <= 0) {
    inferred.explained = false;
    for (Hypothesis& h : all) {
      h.likelihood = 1;
      posterior += h.weight;
    }
  }
  std::map<std::string, InferredLeave> leaves;
  for (const Hypothesis& h : all) {
    if (h.likelihood <= 0) continue;
    const TileCounts& leave = h.verdict.leave;
    InferredLeave& its =
        leaves.try_emplace(key_of(leave), InferredLeave{leave, 0, 0}).first->second;
    its.prior += h.prior / prior;
    its.chance += h.weight * h.likelihood / posterior;
  }
  // Of an exchange whose tiles are not known whole racks were drawn; what is kept of them, like any
  // such tiles.
  const TileCounts pool = possible(before.unseen(1 - before.on_turn()));
  for (auto& [key, its] : leaves) {
    if (!move.names_its_tiles())
      its.prior = ways_to_draw(its.leave, pool) / choose(pool.size(), its.leave.size());
    inferred.leaves.push_back(std::move(its));
  }
  std::stable_sort(inferred.leaves.begin(), inferred.leaves.end(),
                   [](const auto& a, const auto& b) { return a.chance > b.chance; });
  inferred.seconds = seconds_since(begun);
  carried_ = inferred.leaves;
  // Who exchanges draws first.
  if (move.kind != MoveKind::kPass) put_back_ = move.put_back();
  carried_pool_ =
      possible(before.unseen(1 - before.on_turn()).without(move.is_play() ? used : TileCounts{}));
  last_ = std::move(inferred);
  return last_;
}

}  // namespace zymurgy
