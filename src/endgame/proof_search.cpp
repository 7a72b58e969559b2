// Whether a side reaches a value, by depth-first proof-number search (A. Nagai, "Df-pn Algorithm
// for Searching AND/OR Trees and Its Applications", 2002).
//
// Who only asks that may look into lines as deep as they need to be, each no deeper: what is looked
// at next is what seems to take the least effort. An effort to show is the least of those to refute
// a position after a move; one to refute is the most of those to show one, and a part of the
// others: moves have so much in common that their sum would count it many times (T. Ueda et al.,
// "Weak Proof-Number Search", 2008, adds one for each).
#include <algorithm>

#include "endgame/search.h"
#include "game/random.h"

namespace zymurgy {
namespace {

using Effort = TranspositionTable::Effort;
constexpr std::uint32_t kNever = TranspositionTable::kNever;
constexpr Effort kYes{0, kNever}, kNo{kNever, 0};

// Tried on pre-endgames with one tile in the bag. At first sight so many points ahead or behind are
// an effort of one, and each tile that the mover, or the other side, is left with one of so many.
constexpr int kPoints = 6;
constexpr int kOwnTiles = 6, kOtherTiles = 3;
constexpr std::uint32_t kShared = 8;  // of the others one in so many counts, and one each

Effort at_first_sight(int ahead, int own_tiles, int other_tiles) {
  const auto effort = [](int points, int tiles) {
    return static_cast<std::uint32_t>(1 + std::max(0, points) / kPoints + tiles);
  };
  return {effort(ahead, kOtherTiles * other_tiles), effort(-ahead, kOwnTiles * own_tiles)};
}

// Of a position, with what is asked of it.
std::uint64_t name_of(std::uint64_t key, int need) {
  return mix64(key + kGolden * static_cast<std::uint64_t>(need + EndgameSearcher::kInfinity));
}

}  // namespace

std::optional<bool> EndgameSearcher::at_least(int need) {
  killers_ = {};  // they are of searches for values
  too_deep_ = false;
  const Effort effort = weigh(0, root_, need, {kNever, kNever});
  if (stopped_ || too_deep_) return std::nullopt;
  return effort.to_show == 0;
}

// What is known without looking at moves one by one.
std::optional<EndgameSearcher::Result> EndgameSearcher::decide(Visit& at) {
  if (at.node.turns == 0) return Result{held_back(at.node), true};
  if (const auto known = probe(at); known && known->proved) return known;
  if (const auto cut = cut_by_passing(at)) return cut;
  return end_at_once(at);
}

void EndgameSearcher::list_children(Visit& at, int need) {
  const Node& node = at.node;
  std::vector<Ranked>& ranked = ranked_[at.ply];
  std::vector<Child>& children = children_[at.ply];
  rank(at.ply, node, at.depth, at.alpha, 0, at.bounded, ranked);
  children.clear();
  for (const Ranked& its : ranked) {
    const std::uint64_t after_it = key(pool_.hash_after(at.board, its.play), after(node, its.play));
    children.push_back({name_of(after_it, its.play.score - need + 1), {}, its.order, &its.play});
  }
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

// Until either effort is as much as `most` has, or it is decided.
Effort EndgameSearcher::weigh(int ply, const Node& node, int need, Effort most) {
  ++nodes_;
  too_deep_ |= ply + 2 >= kMaxPlies;
  if (out_of_time() || too_deep_) return {};
  Visit at = visit(ply, node, kMaxDepth, need - 1, need);
  const auto decided = decide(at);
  if (!decided) list_children(at, need);
  if (stopped_) return {};
  const auto note = [&](Effort effort) {
    table_->store_effort(name_of(at.name, need), effort);
    return effort;
  };
  if (decided) return note(decided->value >= need ? kYes : kNo);

  for (;;) {
    const auto [best, hardest, others, second] = outlook_of(children_[ply]);
    if (best == nullptr || best->effort.to_refute == 0) {
      const bool yes = best != nullptr;
      if (yes) at.best_move = best->play != nullptr ? best->play->name : kPassName;
      finish(at, yes ? need : need - 1, true);
      return note(yes ? kYes : kNo);
    }
    const Effort effort{best->effort.to_refute, std::min(hardest + others, kNever - 1)};
    if (effort.to_show >= most.to_show || effort.to_refute >= most.to_refute) return note(effort);

    // A little more than the second best is worth, or two that are alike would take turns.
    const Effort limit{
        std::max(most.to_refute - std::min(others, most.to_refute), best->effort.to_show + 1),
        std::min(most.to_show, second + second / 4 + 1)};
    best->effort = weigh_after(at, *best, need, limit);
    if (stopped_ || too_deep_) return {};
  }
}

EndgameSearcher::Outlook EndgameSearcher::outlook_of(std::span<Child> children) {
  Outlook outlook{nullptr, 0, 0, kNever};
  for (Child& child : children) {
    const Effort its = child.effort;
    if (its.to_show == 0) continue;
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

Effort EndgameSearcher::weigh_after(const Visit& at, const Child& child, int need, Effort most) {
  SolverBoard& board = boards_[at.ply + 1];
  if (child.play == nullptr) {
    board = at.board;
    return weigh(at.ply + 1, passed(at.node), 1 - need, most);
  }
  pool_.lay(at.board, *child.play, board);
  return weigh(at.ply + 1, after(at.node, *child.play), child.play->score - need + 1, most);
}

}  // namespace zymurgy
