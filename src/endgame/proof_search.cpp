#include "endgame/proof_search.h"

#include <algorithm>
#include <array>
#include <optional>

#include "game/random.h"

namespace zymurgy {
namespace {

using ProofNumbers = TranspositionTable::ProofNumbers;
constexpr std::uint32_t kInfinite = TranspositionTable::kInfinite;
constexpr ProofNumbers kProved{0, kInfinite}, kDisproved{kInfinite, 0};

// First estimates of proof numbers, tuned on pre-endgames with one tile in the bag. Both grow with
// the points missing. The proof number also grows with each tile of the side on turn; the disproof
// number, with each of its moves that the other side's threats to go out usually leave open, by the
// tiles the other side has left. Much smaller numbers would have every move tried before any is
// searched deeply.
constexpr int kPerPoint = 3, kPerTile = 3, kPerMove = 2;
constexpr std::array<int, kRackSize + 1> kUsuallyOpen{1, 3, 10, 50, 90, 120, 160, 190};
constexpr std::uint32_t kShared = 16;  // each other move counts 1 + its proof number / kShared
constexpr std::uint32_t kLookThreshold = 4;  // for a move that is tried at once

ProofNumbers first_estimate(int ahead, int tiles_left, int other_tiles) {
  const auto number = [](int points, int moves) {
    return static_cast<std::uint32_t>(1 + kPerPoint * std::max(0, points) + moves);
  };
  return {number(ahead, kPerTile * other_tiles),
          number(-ahead, kPerMove * kUsuallyOpen[static_cast<std::size_t>(tiles_left)])};
}

// The table key of a position with the value asked of it.
std::uint64_t proof_key(std::uint64_t key, int need) {
  return mix64(key + kGolden * static_cast<std::uint64_t>(need + EndgameTree::kInfinity));
}

}  // namespace

std::optional<bool> ProofSearch::at_least(int need) {
  too_deep_ = false;
  const ProofNumbers numbers = search(0, tree_.root(), need, {kInfinite, kInfinite}, Look::kAtBest);
  if (ended()) return std::nullopt;
  return numbers.proof == 0;
}

// Whichever decided last at this ply, killers or passing, is tried first.
std::optional<ProofSearch::Result> ProofSearch::decide(Visit& at, int need, ProofNumbers threshold,
                                                       bool fresh) {
  if (at.node.scoreless_turns_left == 0) return Result{tree_.end_without_out(at.node), true};
  if (const auto known = tree_.probe(at); known && known->proved) return known;
  bool& by_killer = killer_decided_[at.ply];
  if (fresh && by_killer)
    if (const auto cut = try_killers(at, need, threshold, OnLane::kUnchanged)) return cut;
  by_killer = false;
  if (const auto cut = tree_.cut_by_passing(at)) return cut;
  if (const auto ended = tree_.end_at_once(at)) return ended;
  if (!fresh) return std::nullopt;
  const auto cut = try_killers(at, need, threshold, OnLane::kAny);
  by_killer = cut.has_value();
  return cut;
}

// Moves have so much in common that the reply to one often answers the next. Trying it first saves
// listing and ranking all replies. At most one killer is searched.
std::optional<ProofSearch::Result> ProofSearch::try_killers(Visit& at, int need,
                                                            ProofNumbers threshold, OnLane lane) {
  for (const Killer& killer : tree_.killers(at.ply)) {
    const auto play = tree_.playable(at.board, at.node, at.node.mover, killer, lane);
    if (!play || (at.bounded && play->score + tree_.remaining_gains().after(*play) < need))
      continue;
    const Child child = child_of(at, need, *play, 0);
    auto numbers = tree_.table().find_proof_numbers(child.key);
    const bool tried = numbers.has_value();
    if (!tried)
      numbers = search_child(at, child, need,
                             {threshold.disproof, std::min(threshold.proof, kLookThreshold)},
                             Look::kAtBest);
    if (ended()) return std::nullopt;
    if (numbers->disproof == 0) {
      at.best_move = play->key;
      tree_.note_killer(at, *play);
      return tree_.finish(at, need, true);
    }
    if (tried) continue;
    at.bounded = false;  // the search has overwritten `remaining_gains`
    break;
  }
  return std::nullopt;
}

ProofSearch::Child ProofSearch::child_of(const Visit& at, int need, const LanePlay& play,
                                         int order) const {
  return {proof_key(tree_.key_after(at, play), play.score - need + 1), {}, order, &play};
}

void ProofSearch::list_children(Visit& at, int need) {
  const Node& node = at.node;
  std::vector<Child>& children = children_[at.ply];
  children.clear();
  tree_.rank(at);
  if (tree_.stopped()) return;
  for (const RankedPlay& ranked_play : tree_.ranked(at.ply))
    children.push_back(child_of(at, need, ranked_play.play, ranked_play.order));
  if (at.may_pass)
    children.push_back({proof_key(tree_.key(at.board.hash, tree_.passed(node)), 1 - need),
                        {},
                        tree_.end_without_out(node),
                        nullptr});
  for (const Child& child : children) tree_.table().prefetch(child.key);
  const int own_tiles = tree_.tiles(node.mover, node),
            other_tiles = tree_.tiles(1 - node.mover, node);
  for (Child& child : children) {
    const int left = own_tiles - (child.play != nullptr ? child.play->count : 0);
    child.numbers = tree_.table().find_proof_numbers(child.key).value_or(
        first_estimate(child.order - need, left, other_tiles));
  }
}

ProofNumbers ProofSearch::search(int ply, const Node& node, int need, ProofNumbers threshold,
                                 Look look) {
  too_deep_ |= ply + 2 >= EndgameTree::kMaxPlies;
  if (!tree_.may_enter() || too_deep_) return {};
  if (tree_.make_room(ply)) answers_.forget_all();
  Visit at = tree_.visit(ply, node, EndgameTree::kMaxDepth, need - 1, need);
  const std::uint64_t key = proof_key(at.key, need);
  const bool fresh = !tree_.table().find_proof_numbers(key);
  const auto decided = decide(at, need, threshold, fresh);
  if (ended()) return {};
  const ProofNumbers numbers = decided
                                   ? (decided->value >= need ? kProved : kDisproved)
                                   : search_moves(at, need, threshold, fresh ? look : Look::kNone);
  if (!ended()) tree_.table().store_proof_numbers(key, numbers);
  return numbers;
}

// Searches, again and again, the move whose child has the least disproof number.
ProofNumbers ProofSearch::search_moves(Visit& at, int need, ProofNumbers threshold, Look look) {
  list_children(at, need);
  answers_.forget(at.ply);
  while (!ended()) {
    const auto [best, max_proof, other_proofs, second_disproof, open] =
        summary_of(children_[at.ply]);
    if (best == nullptr) {
      tree_.finish(at, need - 1, true);
      return kDisproved;
    }
    if (best->numbers.disproof == 0) {
      at.best_move = best->play != nullptr ? best->play->key : EndgameTree::kPassKey;
      if (best->play != nullptr) tree_.note_killer(at, *best->play);
      tree_.finish(at, need, true);
      return kProved;
    }
    const ProofNumbers numbers{best->numbers.disproof,
                               std::min(max_proof + other_proofs, kInfinite - 1)};
    const bool enough = numbers.proof >= threshold.proof || numbers.disproof >= threshold.disproof;
    if (enough && look == Look::kNone) return numbers;

    if (tree_.must_stop()) break;
    if (best->play != nullptr && answers_.is_answered(at, *best->play, open)) {
      best->numbers = kProved;
      tree_.table().store_proof_numbers(best->key, kProved);
      continue;
    }
    if (tree_.stopped()) break;

    // A little above the second best's number, or two similar moves would take turns.
    const ProofNumbers child_threshold =
        enough
            ? ProofNumbers{kInfinite, kLookThreshold}
            : ProofNumbers{std::max(threshold.disproof - std::min(other_proofs, threshold.disproof),
                                    best->numbers.proof + 1),
                           std::min(threshold.proof, second_disproof + second_disproof / 4 + 1)};
    best->numbers =
        search_child(at, *best, need, child_threshold, enough ? Look::kNone : Look::kAtBest);
    look = Look::kNone;
  }
  return {};
}

ProofSearch::Summary ProofSearch::summary_of(std::span<Child> children) {
  Summary summary{nullptr, 0, 0, kInfinite, 0};
  for (Child& child : children) {
    const ProofNumbers numbers = child.numbers;
    if (numbers.proof == 0) continue;
    ++summary.open;
    summary.other_proofs += 1 + numbers.proof / kShared;
    summary.max_proof = std::max(summary.max_proof, numbers.proof);
    if (summary.best == nullptr || numbers.disproof < summary.best->numbers.disproof) {
      if (summary.best != nullptr) summary.second_disproof = summary.best->numbers.disproof;
      summary.best = &child;
    } else {
      summary.second_disproof = std::min(summary.second_disproof, numbers.disproof);
    }
  }
  if (summary.best != nullptr) summary.other_proofs -= 1 + summary.max_proof / kShared;
  return summary;
}

ProofNumbers ProofSearch::search_child(const Visit& at, const Child& child, int need,
                                       ProofNumbers threshold, Look look) {
  SolverBoard& board = tree_.board(at.ply + 1);
  if (child.play == nullptr) {
    board = at.board;
    return search(at.ply + 1, tree_.passed(at.node), 1 - need, threshold, look);
  }
  tree_.pool().lay(at.board, *child.play, board);
  return search(at.ply + 1, tree_.after(at.node, *child.play), child.play->score - need + 1,
                threshold, look);
}

}  // namespace zymurgy
