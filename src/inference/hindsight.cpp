#include "inference/hindsight.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "game/counting.h"
#include "inference/player_models.h"
#include "inference/static_judge.h"

namespace zymurgy {
namespace {

constexpr std::size_t kMostRacks = 2000;  // per turn, the likeliest; there are seldom more

struct HeldRack {
  Rack rack;
  ByModel chance;  // that it was held and the moves from there on were made, up to a common factor
};

// The racks that may have made a play, given those of the next turn, `later`.
std::vector<HeldRack> racks_before(const std::vector<HeldRack>& later, const Position& seen,
                                   const Move& move) {
  const TileCounts pool = seen.unseen(1 - seen.on_turn()), used = move.used();
  const int kept = pool.size() - seen.bag_size() - used.size();
  std::map<Rack, ByModel> found;
  for (const HeldRack& held : later)
    for_each_draw(held.rack, kept, [&](const TileCounts& leave) {
      Rack rack = leave;
      rack.add(used);
      // Any of several equal tiles may be the one that was played.
      if (pool.includes(rack))
        found[rack] += held.chance * (ways_to_draw(leave, held.rack) / ways_to_draw(used, rack));
      return true;
    });
  std::vector<HeldRack> racks;
  for (const auto& [rack, chance] : found) racks.push_back({rack, chance});
  if (racks.size() <= kMostRacks) return racks;
  std::ranges::nth_element(
      racks, racks.begin() + kMostRacks, std::greater(),
      [](const HeldRack& held) { return std::max(held.chance.of_static, held.chance.of_other); });
  racks.resize(kMostRacks);
  return racks;
}

// Reweights the racks for the tiles that the observer put back into the bag after they were drawn.
// `pool` is what the observer did not see after that, including these tiles.
void reweigh_draws(std::vector<HeldRack>& racks, const TileCounts& pool,
                   const TileCounts& put_back) {
  const TileCounts earlier = pool.without(put_back);
  std::erase_if(racks, [&](const HeldRack& held) { return !earlier.includes(held.rack); });
  for (HeldRack& held : racks)
    held.chance = held.chance * (ways_to_draw(held.rack, earlier) / ways_to_draw(held.rack, pool));
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
  std::optional<ByModel> likely;
  for (std::size_t i = turns.size(); i-- > 0;) {
    const Move& move = turns[i].move;
    Position seen = turns[i].before;
    if (seen.on_turn() == observer) {
      if (const TileCounts put_back = move.put_back(); !put_back.empty())
        reweigh_draws(racks, unseen_after(turns, i, now), put_back);
      continue;
    }
    if (!turns[i].is_informative()) continue;
    if (move.kind == MoveKind::kExchange) break;
    seen.set_rack(observer, own_rack(turns, i, now));
    seen.set_rack(1 - observer, {});
    racks = racks_before(racks, seen, move);
    const PlayerModels models(options, seen.bag_size());
    const Lanes lanes(lexicon, seen);
    StaticJudge judge(lexicon, leaves, seen, lanes, move, models.least(), models.most());
    ByModel all;
    for (HeldRack& held : racks) {
      if (options.limits.reached()) return std::nullopt;
      held.chance = held.chance * models.likelihood(judge.judge(held.rack).loss);
      all += held.chance;
    }
    if (all.mixed(options.doubt) <= 0) break;  // neither player can have made these moves
    likely = all;
    if (all.of_static <= 0) break;  // the static player is ruled out: nothing more can be learned
  }
  return likely ? std::optional(doubt_after(options.doubt, *likely)) : std::nullopt;
}

}  // namespace zymurgy
