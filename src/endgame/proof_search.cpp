#include "endgame/proof_search.h"

#include <algorithm>
#include <array>
#include <optional>

#include "game/random.h"

namespace zymurgy {
namespace {

using Effort = TranspositionTable::Effort;
constexpr std::uint32_t kNever = TranspositionTable::kNever;
constexpr Effort kYes{0, kNever}, kNo{kNever, 0};

// First estimates of efforts, tuned on pre-endgames with one tile in the bag. Both grow with the
// points missing. The effort to show also grows with each tile of the side on turn; the effort to
// refute, with each of its moves that the other side's threats to go out usually leave open, by the
// tiles the other side has left. Much smaller numbers would have every move tried before any is
// searched deeply.
constexpr int kAPoint = 3, kATile = 3, kAMove = 2;
constexpr std::array<int, kRackSize + 1> kUsuallyOpen{1, 3, 10, 50, 90, 120, 160, 190};
constexpr std::uint32_t kShared = 16;  // each other move counts 1 + effort / kShared
constexpr std::uint32_t kALook = 4;    // effort allowed for a move that is tried at once

Effort at_first_sight(int ahead, int tiles_left, int other_tiles) {
  const auto effort = [](int points, int moves) {
    return static_cast<std::uint32_t>(1 + kAPoint * std::max(0, points) + moves);
  };
  return {effort(ahead, kATile * other_tiles),
          effort(-ahead, kAMove * kUsuallyOpen[static_cast<std::size_t>(tiles_left)])};
}

// The table key of a position with the value asked of it.
std::uint64_t name_of(std::uint64_t key, int need) {
  return mix64(key + kGolden * static_cast<std::uint64_t>(need + EndgameTree::kInfinity));
}

}  // namespace

std::optional<bool> ProofSearch::at_least(int need) {
  too_deep_ = false;
  const Effort effort = weigh(0, tree_.root(), need, {kNever, kNever}, Look::kAtBest);
  if (ended()) return std::nullopt;
  return effort.to_show == 0;
}

// Whichever decided last at this ply, killers or passing, is tried first.
std::optional<ProofSearch::Result> ProofSearch::decide(Visit& at, int need, Effort most,
                                                       bool fresh) {
  if (at.node.turns == 0) return Result{tree_.end_without_out(at.node), true};
  if (const auto known = tree_.probe(at); known && known->proved) return known;
  bool& by_killer = killer_decided_[at.ply];
  if (fresh && by_killer)
    if (const auto cut = try_killers(at, need, most, OnLane::kUnchanged)) return cut;
  by_killer = false;
  if (const auto cut = tree_.cut_by_passing(at)) return cut;
  if (const auto ended = tree_.end_at_once(at)) return ended;
  if (!fresh) return std::nullopt;
  const auto cut = try_killers(at, need, most, OnLane::kAny);
  by_killer = cut.has_value();
  return cut;
}

// Moves have so much in common that the reply to one often answers the next. Trying it first saves
// listing and ranking all replies. At most one killer is searched.
std::optional<ProofSearch::Result> ProofSearch::try_killers(Visit& at, int need, Effort most,
                                                            OnLane lane) {
  for (const Killer& killer : tree_.killers(at.ply)) {
    const auto play = tree_.playable(at.board, at.node, at.node.mover, killer, lane);
    if (!play || (at.bounded && play->score + tree_.rests().after(*play) < need)) continue;
    const Child child = child_of(at, need, *play, 0);
    auto effort = tree_.table().find_effort(child.name);
    const bool tried = effort.has_value();
    if (!tried)
      effort = weigh_after(at, child, need, {most.to_refute, std::min(most.to_show, kALook)},
                           Look::kAtBest);
    if (ended()) return std::nullopt;
    if (effort->to_refute == 0) {
      at.best_move = play->name;
      tree_.note_killer(at, *play);
      return tree_.finish(at, need, true);
    }
    if (tried) continue;
    at.bounded = false;  // the search has overwritten `rests`
    break;
  }
  return std::nullopt;
}

ProofSearch::Child ProofSearch::child_of(const Visit& at, int need, const LanePlay& play,
                                         int order) const {
  return {name_of(tree_.key_after(at, play), play.score - need + 1), {}, order, &play};
}

void ProofSearch::list_children(Visit& at, int need) {
  const Node& node = at.node;
  std::vector<Child>& children = children_[at.ply];
  children.clear();
  tree_.rank(at);
  if (tree_.stopped()) return;
  for (const RankedPlay& its : tree_.ranked(at.ply))
    children.push_back(child_of(at, need, its.play, its.order));
  if (at.may_pass)
    children.push_back({name_of(tree_.key(at.board.hash, tree_.passed(node)), 1 - need),
                        {},
                        tree_.end_without_out(node),
                        nullptr});
  for (const Child& child : children) tree_.table().prefetch(child.name);
  const int own_tiles = tree_.tiles(node.mover, node),
            other_tiles = tree_.tiles(1 - node.mover, node);
  for (Child& child : children) {
    const int left = own_tiles - (child.play != nullptr ? child.play->count : 0);
    child.effort = tree_.table()
                       .find_effort(child.name)
                       .value_or(at_first_sight(child.order - need, left, other_tiles));
  }
}

Effort ProofSearch::weigh(int ply, const Node& node, int need, Effort most, Look look) {
  too_deep_ |= ply + 2 >= EndgameTree::kMaxPlies;
  if (!tree_.may_enter() || too_deep_) return {};
  if (tree_.make_room(ply)) answers_.forget_all();
  Visit at = tree_.visit(ply, node, EndgameTree::kMaxDepth, need - 1, need);
  const std::uint64_t name = name_of(at.name, need);
  const bool fresh = !tree_.table().find_effort(name);
  const auto decided = decide(at, need, most, fresh);
  if (ended()) return {};
  const Effort effort = decided ? (decided->value >= need ? kYes : kNo)
                                : weigh_moves(at, need, most, fresh ? look : Look::kNone);
  if (!ended()) tree_.table().store_effort(name, effort);
  return effort;
}

// Searches, again and again, the move whose child takes the least effort to refute.
Effort ProofSearch::weigh_moves(Visit& at, int need, Effort most, Look look) {
  list_children(at, need);
  answers_.forget(at.ply);
  while (!ended()) {
    const auto [best, hardest, others, second, open] = outlook_of(children_[at.ply]);
    if (best == nullptr) {
      tree_.finish(at, need - 1, true);
      return kNo;
    }
    if (best->effort.to_refute == 0) {
      at.best_move = best->play != nullptr ? best->play->name : EndgameTree::kPassName;
      if (best->play != nullptr) tree_.note_killer(at, *best->play);
      tree_.finish(at, need, true);
      return kYes;
    }
    const Effort effort{best->effort.to_refute, std::min(hardest + others, kNever - 1)};
    const bool enough = effort.to_show >= most.to_show || effort.to_refute >= most.to_refute;
    if (enough && look == Look::kNone) return effort;

    if (tree_.must_stop()) break;
    if (best->play != nullptr && answers_.is_answered(at, *best->play, open)) {
      best->effort = kYes;
      tree_.table().store_effort(best->name, kYes);
      continue;
    }
    if (tree_.stopped()) break;

    // A little above the second best's effort, or two similar moves would take turns.
    const Effort limit = enough ? Effort{kNever, kALook}
                                : Effort{std::max(most.to_refute - std::min(others, most.to_refute),
                                                  best->effort.to_show + 1),
                                         std::min(most.to_show, second + second / 4 + 1)};
    best->effort = weigh_after(at, *best, need, limit, enough ? Look::kNone : Look::kAtBest);
    look = Look::kNone;
  }
  return {};
}

ProofSearch::Outlook ProofSearch::outlook_of(std::span<Child> children) {
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

Effort ProofSearch::weigh_after(const Visit& at, const Child& child, int need, Effort most,
                                Look look) {
  SolverBoard& board = tree_.board(at.ply + 1);
  if (child.play == nullptr) {
    board = at.board;
    return weigh(at.ply + 1, tree_.passed(at.node), 1 - need, most, look);
  }
  tree_.pool().lay(at.board, *child.play, board);
  return weigh(at.ply + 1, tree_.after(at.node, *child.play), child.play->score - need + 1, most,
               look);
}

}  // namespace zymurgy
