#include "inference/hindsight.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "game/counting.h"
#include "inference/minds.h"
#include "inference/static_judge.h"

namespace zymurgy {
namespace {

constexpr std::size_t kMostRacks = 2000;  // per turn, the likeliest; there are seldom more

struct HeldRack {
  Rack rack;
  ByMind chance;  // that it was held and the moves from there on were made, up to a common factor
};

// The racks that may have made a play, given those of the next turn, `later`.
std::vector<HeldRack> racks_before(const std::vector<HeldRack>& later, const Position& seen,
                                   const Move& move) {
  const TileCounts pool = seen.unseen(1 - seen.on_turn()), used = move.used();
  const int kept = pool.size() - seen.bag_size() - used.size();
  std::map<Rack, ByMind> found;
  for (const HeldRack& its : later)
    for_each_draw(its.rack, kept, [&](const TileCounts& leave) {
      Rack rack = leave;
      rack.add(used);
      // Any of several equal tiles may be the one that was played.
      if (pool.includes(rack))
        found[rack] += its.chance * (ways_to_draw(leave, its.rack) / ways_to_draw(used, rack));
      return true;
    });
  std::vector<HeldRack> racks;
  for (const auto& [rack, chance] : found) racks.push_back({rack, chance});
  if (racks.size() <= kMostRacks) return racks;
  std::ranges::nth_element(
      racks, racks.begin() + kMostRacks, std::greater(),
      [](const HeldRack& its) { return std::max(its.chance.of_static, its.chance.of_another); });
  racks.resize(kMostRacks);
  return racks;
}

// Reweights the racks for the tiles that the observer put back into the bag after they were drawn.
// `pool` is what the observer did not see after that, including these tiles.
void weigh_draws(std::vector<HeldRack>& racks, const TileCounts& pool, const TileCounts& put_back) {
  const TileCounts earlier = pool.without(put_back);
  std::erase_if(racks, [&](const HeldRack& its) { return !earlier.includes(its.rack); });
  for (HeldRack& its : racks)
    its.chance = its.chance * (ways_to_draw(its.rack, earlier) / ways_to_draw(its.rack, pool));
}

// What the side on turn in `now` did not see once it had made turn `i` and drawn.
TileCounts unseen_after(std::span<const SeenTurn> turns, std::size_t i, const Position& now) {
  Position after = i + 1 < turns.size() ? turns[i + 1].before : now;
  after.set_rack(now.on_turn(), own_rack(turns, i + 1, now));
  return after.unseen(now.on_turn());
}

}  // namespace

std::optional<double> doubt_in_hindsight(const Lexicon& lexicon, const LeaveTable& leaves,
                                         std::span<const SeenTurn> turns, const Position& now,
                                         const InferOptions& options) {
  const int observer = now.on_turn();
  std::vector<HeldRack> racks{{now.unseen(observer), {1, 1}}};
  std::optional<ByMind> likely;
  for (std::size_t i = turns.size(); i-- > 0;) {
    const Move& move = turns[i].move;
    Position seen = turns[i].before;
    if (seen.on_turn() == observer) {
      if (const TileCounts put_back = move.put_back(); !put_back.empty())
        weigh_draws(racks, unseen_after(turns, i, now), put_back);
      continue;
    }
    if (!turns[i].tells()) continue;
    if (move.kind == MoveKind::kExchange) break;
    seen.set_rack(observer, own_rack(turns, i, now));
    seen.set_rack(1 - observer, {});
    racks = racks_before(racks, seen, move);
    const Minds minds(options, seen.bag_size());
    const Lanes lanes(lexicon, seen);
    StaticJudge judge(lexicon, leaves, seen, lanes, move, minds.least(), minds.most());
    ByMind all;
    for (HeldRack& its : racks) {
      if (options.limits.reached()) return std::nullopt;
      its.chance = its.chance * minds.likelihood(judge.judge(its.rack).loss);
      all += its.chance;
    }
    if (all.mixed(options.doubt) <= 0) break;  // neither mind can have made these moves
    likely = all;
    if (all.of_static <= 0) break;  // the static player is ruled out: nothing more can be learned
  }
  return likely ? std::optional(doubt_after(options.doubt, *likely)) : std::nullopt;
}

}  // namespace zymurgy
