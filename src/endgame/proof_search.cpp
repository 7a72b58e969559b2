// Whether a side reaches a value, by depth-first proof-number search (A. Nagai, "Df-pn Algorithm
// for Searching AND/OR Trees and Its Applications", 2002).
//
// To ask only yes or no lets lines be as deep as they need to be: the position that seems to take
// the least effort is looked into next. To show that a move reaches the value takes the least of
// the efforts to refute a position after a move; to refute it, the most of the efforts to show one
// and a part of the others: moves have so much in common that their sum would count it many times
// (T. Ueda et al., "Weak Proof-Number Search", 2008, adds one for each).
#include <algorithm>
#include <array>
#include <optional>

#include "endgame/search.h"
#include "game/random.h"

namespace zymurgy {
namespace {

using Effort = TranspositionTable::Effort;
constexpr std::uint32_t kNever = TranspositionTable::kNever;
constexpr Effort kYes{0, kNever}, kNo{kNever, 0};

// Efforts at first sight, tuned on pre-endgames with one tile in the bag. Both go by the points
// that are missing. To show takes more for each tile of the side on turn; to refute, for each of
// its moves that the other side's threats to go out leave open as a rule, with so many tiles left.
// Much smaller numbers would have every move looked at before one is looked into.
constexpr int kAPoint = 3, kATile = 3, kAMove = 2;
constexpr std::array<int, kRackSize + 1> kUsuallyOpen{1, 3, 10, 50, 90, 120, 160, 190};
constexpr std::uint32_t kShared = 16;  // of the others one in so many counts, and one each
constexpr std::uint32_t kALook = 4;    // what a move that is tried at once may take

Effort at_first_sight(int ahead, int tiles_left, int other_tiles) {
  const auto effort = [](int points, int moves) {
    return static_cast<std::uint32_t>(1 + kAPoint * std::max(0, points) + moves);
  };
  return {effort(ahead, kATile * other_tiles),
          effort(-ahead, kAMove * kUsuallyOpen[static_cast<std::size_t>(tiles_left)])};
}

// Of a position, with what is asked of it.
std::uint64_t name_of(std::uint64_t key, int need) {
  return mix64(key + kGolden * static_cast<std::uint64_t>(need + EndgameSearcher::kInfinity));
}

}  // namespace

std::optional<bool> EndgameSearcher::at_least(int need) {
  too_deep_ = false;
  const Effort effort = weigh(0, root_, need, {kNever, kNever}, Look::kAtBest);
  if (stopped_ || too_deep_) return std::nullopt;
  return effort.to_show == 0;
}

// What is known before moves are listed; a killer may be looked into. What decided last at this ply
// is asked first.
std::optional<EndgameSearcher::Result> EndgameSearcher::decide(Visit& at, int need, Effort most,
                                                               bool fresh) {
  if (at.node.turns == 0) return Result{held_back(at.node), true};
  if (const auto known = probe(at); known && known->proved) return known;
  bool& by_killer = killer_decided_[at.ply];
  if (fresh && by_killer)
    if (const auto cut = try_killers(at, need, most, OnLane::kUnchanged)) return cut;
  by_killer = false;
  if (const auto cut = cut_by_passing(at)) return cut;
  if (const auto ended = end_at_once(at)) return ended;
  if (!fresh) return std::nullopt;
  const auto cut = try_killers(at, need, most, OnLane::kAny);
  by_killer = cut.has_value();
  return cut;
}

// Moves have so much in common that what answered one of them often answers the next. It saves
// listing and ranking all. No more than one killer is looked into.
std::optional<EndgameSearcher::Result> EndgameSearcher::try_killers(Visit& at, int need,
                                                                    Effort most, OnLane lane) {
  for (const Killer& killer : killers_[at.ply]) {
    const auto play = playable(at.board, at.node, at.node.mover, killer, lane);
    if (!play || (at.bounded && play->score + solo_.rests().after(*play) < need)) continue;
    const Child child = child_of(at, need, *play, 0);
    auto effort = table_->find_effort(child.name);
    const bool tried = effort.has_value();
    if (!tried)
      effort = weigh_after(at, child, need, {most.to_refute, std::min(most.to_show, kALook)},
                           Look::kAtBest);
    if (stopped_ || too_deep_) return std::nullopt;
    if (effort->to_refute == 0) {
      at.best_move = play->name;
      note_killer(at, *play);
      return finish(at, need, true);
    }
    if (tried) continue;
    at.bounded = false;  // `solo_` was asked about others since
    break;
  }
  return std::nullopt;
}

// The play on this board, if it can be made. On a lane that is as it was it scores what it did, and
// no plays need be listed.
std::optional<LanePlay> EndgameSearcher::playable(const SolverBoard& board, const Node& node,
                                                  int side, const Killer& killer, OnLane lane) {
  const LanePlay& play = killer.play;
  const int rack = node.racks[side];
  if (play.count >= tiles(side, node)) return std::nullopt;  // `end_at_once` sees to that
  if (pool_.lane(board, play.lane).key == killer.lane) {
    TileCounts used;
    for (int i = 0; i < play.count; ++i) used.add(source_of(play.tiles[i]));
    const bool held = sides_[side].tiles[static_cast<std::size_t>(rack)].includes(used);
    return held ? std::optional(play) : std::nullopt;
  }
  if (lane == OnLane::kUnchanged || killer.lane == 0) return std::nullopt;
  return play_named(play.name, board, side, rack, play.lane);
}

EndgameSearcher::Child EndgameSearcher::child_of(const Visit& at, int need, const LanePlay& play,
                                                 int order) const {
  const std::uint64_t after_it = key(pool_.hash_after(at.board, play), after(at.node, play));
  return {name_of(after_it, play.score - need + 1), {}, order, &play};
}

void EndgameSearcher::list_children(Visit& at, int need) {
  const Node& node = at.node;
  std::vector<Child>& children = children_[at.ply];
  children.clear();
  rank(at);
  if (stopped_) return;
  for (const RankedPlay& its : ranked_[at.ply])
    children.push_back(child_of(at, need, its.play, its.order));
  if (at.may_pass)
    children.push_back(
        {name_of(key(at.board.hash, passed(node)), 1 - need), {}, held_back(node), nullptr});
  for (const Child& child : children) table_->prefetch(child.name);
  const int own_tiles = tiles(node.mover, node), other_tiles = tiles(1 - node.mover, node);
  for (Child& child : children) {
    const int left = own_tiles - (child.play != nullptr ? child.play->count : 0);
    child.effort = table_->find_effort(child.name)
                       .value_or(at_first_sight(child.order - need, left, other_tiles));
  }
}

// Until either effort is as much as `most` has, or it is decided; a first look may take more.
Effort EndgameSearcher::weigh(int ply, const Node& node, int need, Effort most, Look look) {
  ++nodes_;
  too_deep_ |= ply + 2 >= kMaxPlies;
  if (must_stop() || too_deep_) return {};
  Visit at = visit(ply, node, kMaxDepth, need - 1, need);
  const bool fresh = !table_->find_effort(name_of(at.name, need));
  const auto decided = decide(at, need, most, fresh);
  if (stopped_ || too_deep_) return {};
  if (!decided) list_children(at, need);
  if (stopped_) return {};
  const auto note = [&](Effort effort) {
    table_->store_effort(name_of(at.name, need), effort);
    return effort;
  };
  if (decided) return note(decided->value >= need ? kYes : kNo);

  answers_[ply].forget();
  for (bool tries_one = fresh && look == Look::kAtBest;;) {
    const auto [best, hardest, others, second, open] = outlook_of(children_[ply]);
    if (best == nullptr || best->effort.to_refute == 0) {
      const bool yes = best != nullptr;
      if (yes) at.best_move = best->play != nullptr ? best->play->name : kPassName;
      if (yes && best->play != nullptr) note_killer(at, *best->play);
      finish(at, yes ? need : need - 1, true);
      return note(yes ? kYes : kNo);
    }
    const Effort effort{best->effort.to_refute, std::min(hardest + others, kNever - 1)};
    const bool enough = effort.to_show >= most.to_show || effort.to_refute >= most.to_refute;
    if (enough && !tries_one) return note(effort);

    if (must_stop()) return {};
    if (best->play != nullptr && is_answered(at, *best->play, open)) {
      best->effort = kYes;
      table_->store_effort(best->name, kYes);
      continue;
    }
    if (stopped_) return {};

    // A little more than the second best is worth, or two that are alike would take turns.
    const Effort limit = enough ? Effort{kNever, kALook}
                                : Effort{std::max(most.to_refute - std::min(others, most.to_refute),
                                                  best->effort.to_show + 1),
                                         std::min(most.to_show, second + second / 4 + 1)};
    best->effort = weigh_after(at, *best, need, limit, enough ? Look::kNone : Look::kAtBest);
    if (stopped_ || too_deep_) return {};
    tries_one = false;
  }
}

EndgameSearcher::Outlook EndgameSearcher::outlook_of(std::span<Child> children) {
  Outlook outlook{nullptr, 0, 0, kNever, 0};
  for (Child& child : children) {
    const Effort its = child.effort;
    if (its.to_show == 0) continue;
    ++outlook.open;
    outlook.others += 1 + its.to_show / kShared;
    outlook.hardest = std::max(outlook.hardest, its.to_show);
    if (outlook.best == nullptr || its.to_refute < outlook.best->effort.to_refute) {
      if (outlook.best != nullptr) outlook.second = outlook.best->effort.to_refute;
      outlook.best = &child;
    } else {
      outlook.second = std::min(outlook.second, its.to_refute);
    }
  }
  if (outlook.best != nullptr) outlook.others -= 1 + outlook.hardest / kShared;
  return outlook;
}

Effort EndgameSearcher::weigh_after(const Visit& at, const Child& child, int need, Effort most,
                                    Look look) {
  SolverBoard& board = boards_[at.ply + 1];
  if (child.play == nullptr) {
    board = at.board;
    return weigh(at.ply + 1, passed(at.node), 1 - need, most, look);
  }
  pool_.lay(at.board, *child.play, board);
  return weigh(at.ply + 1, after(at.node, *child.play), child.play->score - need + 1, most, look);
}

}  // namespace zymurgy
