#include "endgame/alpha_beta.h"

#include <algorithm>
#include <optional>

#include "game/bits.h"

namespace zymurgy {
namespace {

using Bound = TranspositionTable::Bound;
constexpr int kKiller = 2000;   // added to a play's order
constexpr int kBeforePass = 4;  // plays tried before the pass, which is seldom best
// The aspiration window around a guess: its first margin in points, the factor by which that grows,
// and the margin past which a side is opened fully.
constexpr int kMargin = 12, kWider = 3, kWidest = 400;

}  // namespace

AlphaBeta::Result AlphaBeta::search(int depth, int alpha, int beta) {
  return descend(0, tree_.root(), depth, alpha, beta);
}

AlphaBeta::Result AlphaBeta::search_around(int guess, int depth, int low, int high) {
  root_move_ = 0;
  int margin = kMargin;
  int alpha = std::clamp(guess - margin, low, high - 1);
  int beta = std::clamp(guess + margin, low + 1, high);
  for (;;) {
    const Result result = search(depth, alpha, beta);
    if (tree_.stopped()) return result;
    margin *= kWider;
    if (result.value <= alpha && alpha > low) {
      alpha = margin > kWidest ? low : std::max(low, result.value - margin);
    } else if (result.value >= beta && beta < high) {
      beta = margin > kWidest ? high : std::min(high, result.value + margin);
    } else {
      return result;
    }
  }
}

AlphaBeta::Result AlphaBeta::prove(int guess, int low, int high) {
  Result result{guess, false};
  // Deepens two plies at a time: only the proof counts, not how it came about.
  for (int depth = 1; depth <= EndgameTree::kMaxDepth && !result.proved && !tree_.stopped();
       depth += 2)
    result = search_around(result.value, depth, low, high);
  return result;
}

AlphaBeta::Result AlphaBeta::descend(int ply, const Node& node, int depth, int alpha, int beta) {
  if (!tree_.may_enter()) return {};
  // The last play scored nothing and was one scoreless turn too many.
  if (node.scoreless_turns_left == 0) return {tree_.end_without_out(node), true};
  tree_.make_room(ply);
  Visit at = tree_.visit(ply, node, depth, alpha, beta);
  if (const auto known = tree_.probe(at)) return *known;
  if (const auto cut = tree_.cut_by_passing(at)) return *cut;
  if (const auto ended = tree_.end_at_once(at)) return *ended;
  if (depth <= 0 || ply + 2 >= EndgameTree::kMaxPlies)
    return tree_.finish(at, std::max(at.best, play_out(ply, node)), false, Bound::kExact);
  return try_moves(at);
}

AlphaBeta::Result AlphaBeta::try_moves(Visit& at) {
  // An upper bound on the values of the moves that are not searched.
  int capped = tree_.rank(at);
  if (tree_.stopped()) return {};
  std::vector<RankedPlay>& ranked = tree_.ranked(at.ply);
  for (RankedPlay& ranked_play : ranked) {
    for (const EndgameTree::Killer& killer : tree_.killers(at.ply))
      if (ranked_play.play.key == killer.play.key) ranked_play.order += kKiller;
    if (ranked_play.play.key == at.first) ranked_play.order = kInfinity;
  }
  if (at.depth > 2)
    if (const auto cut = sort_by_table(at, ranked)) return *cut;

  if (at.may_pass && (at.first == EndgameTree::kPassKey || ranked.empty()))
    if (const auto cut = try_pass(at)) return *cut;
  for (MovePicker moves(ranked); !moves.empty();) {
    const RankedPlay& ranked_play = moves.next(at.tried);
    if (ranked_play.cap <= at.alpha) {
      capped = std::max<int>(capped, ranked_play.cap);
      continue;
    }
    if (at.may_pass && at.tried == kBeforePass)
      if (const auto cut = try_pass(at)) return *cut;
    if (const auto cut = try_play(at, ranked_play)) return *cut;
  }
  if (at.may_pass)
    if (const auto cut = try_pass(at)) return *cut;
  return tree_.finish(at, std::max(at.best, capped), at.proved);
}

// The table's values of the positions after the moves order them best. Positions with proved values
// need no search.
std::optional<AlphaBeta::Result> AlphaBeta::sort_by_table(Visit& at, std::span<RankedPlay> moves) {
  keys_.clear();
  for (const RankedPlay& ranked_play : moves) {
    keys_.push_back(tree_.key_after(at, ranked_play.play));
    tree_.table().prefetch(keys_.back());
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    RankedPlay& ranked_play = moves[i];
    const auto known = tree_.table().find(keys_[i]);
    if (!known) continue;
    const int value = ranked_play.play.score - known->value;
    if (known->depth == TranspositionTable::kProved) {
      if (known->bound != Bound::kUpper)
        ranked_play.cap = static_cast<std::int16_t>(std::min<int>(ranked_play.cap, value));
      if (known->bound != Bound::kLower && value >= at.beta) {
        at.best_move = ranked_play.play.key;
        return tree_.finish(at, value, true);
      }
    }
    if (ranked_play.order == kInfinity) continue;
    ranked_play.order = known->bound == Bound::kLower ? std::min(ranked_play.order, value) : value;
  }
  return std::nullopt;
}

std::optional<AlphaBeta::Result> AlphaBeta::try_pass(Visit& at) {
  at.may_pass = false;
  tree_.board(at.ply + 1) = at.board;
  return try_move(at, EndgameTree::kPassKey, 0, tree_.passed(at.node), kInfinity);
}

std::optional<AlphaBeta::Result> AlphaBeta::try_play(Visit& at, const RankedPlay& ranked_play) {
  const LanePlay& play = ranked_play.play;
  tree_.pool().lay(at.board, play, tree_.board(at.ply + 1));
  const auto cut = try_move(at, play.key, play.score, tree_.after(at.node, play), ranked_play.cap);
  if (cut && !tree_.stopped()) tree_.note_killer(at, play);
  return cut;
}

std::optional<AlphaBeta::Result> AlphaBeta::try_move(Visit& at, std::uint32_t move, int gain,
                                                     const Node& child, int cap) {
  const Result found = value_of_move(at, gain, child, cap);
  if (tree_.stopped()) return Result{};
  if (at.ply == 0 && found.value > at.alpha) root_move_ = move, root_value_ = found.value;
  at.take(found.value, move);
  if (found.value >= at.beta) return tree_.finish(at, found.value, found.proved);
  at.proved &= found.proved;
  return std::nullopt;
}

// After the first move a window of one point tells whether a move is better at all.
AlphaBeta::Result AlphaBeta::value_of_move(Visit& at, int gain, const Node& child, int cap) {
  const auto search = [&](int beta) -> Result {
    const Result found = descend(at.ply + 1, child, at.depth - 1, gain - beta, gain - at.alpha);
    return {gain - found.value, found.proved};
  };
  const bool whole = at.tried++ == 0 || at.beta - at.alpha == 1;
  Result found = search(whole ? at.beta : at.alpha + 1);
  if (!whole && found.value > at.alpha && found.value < at.beta && !tree_.stopped())
    found = search(at.beta);
  found.value = std::min(found.value, cap);
  return found;
}

bool AlphaBeta::is_stuck(const SolverBoard& board, const Node& node, int side) {
  for (const int lane : Bits(board.live))
    if (tree_.list(board, side, node.racks[side], lane).count > 0) return false;
  return true;
}

// The highest-scoring play. Against a side that is stuck, laying tiles one by one earns most.
AlphaBeta::Greedy AlphaBeta::greedy(const SolverBoard& board, const Node& node, bool other_stuck) {
  const TileSet& set = tree_.context().lexicon->tiles();
  const int tiles = tree_.tiles(node.mover, node);
  Greedy found;
  for (const int lane : Bits(board.live)) {
    if (tree_.must_stop()) break;
    const LaneList plays = tree_.list(board, node.mover, node.racks[node.mover], lane);
    found.out = std::max(found.out, plays.best_out);
    for (const LanePlay& play : plays.all()) {
      int order = play.score;
      for (int t = 0; other_stuck && t < play.count; ++t)
        order -= 5 + 2 * set.score_on_board(play.tiles[t]);
      if (order > found.order) found.order = order, found.play = play;
      if (!other_stuck && play.count != tiles) break;  // the rest of the list scores less
    }
  }
  return found;
}

// Both sides play greedily to the end of the game.
int AlphaBeta::play_out(int ply, Node node) {
  int total = 0;
  for (int sign = 1;; sign = -sign, node.mover ^= 1) {
    const SolverBoard& board = tree_.board(ply);
    const int mover = node.mover, other = 1 - mover;
    const bool other_stuck = is_stuck(board, node, other);
    const Greedy best = greedy(board, node, other_stuck);
    if (tree_.stopped()) return total;
    // While the other side is stuck there is time to go out tile by tile, if that earns more.
    const bool goes_out =
        best.out >= 0 && (!other_stuck || best.play.count == tree_.tiles(mover, node));
    if (goes_out) return total + sign * (best.out + 2 * tree_.points(other, node));
    const bool plays = best.order != -kInfinity;
    if (!plays || ply + 1 >= 2 * EndgameTree::kMaxPlies) {
      if (--node.scoreless_turns_left <= 0 || plays)
        return total + sign * tree_.end_without_out(node);
      continue;
    }
    node.scoreless_turns_left =
        tree_.max_scoreless_turns();  // a guess: scoreless plays do not end the game here
    total += sign * best.play.score;
    node.racks[mover] -= tree_.taken(mover, best.play);
    tree_.pool().lay(board, best.play, tree_.board(ply + 1));
    ++ply;
  }
}

std::optional<AlphaBeta::Found> AlphaBeta::found_so_far() {
  if (root_move_ == 0) return std::nullopt;
  if (root_move_ == EndgameTree::kPassKey) return Found{Move::pass(), root_value_};
  const auto play = root_play_with_key(root_move_, 0, tree_.root().racks[0]);
  if (!play) return std::nullopt;
  return Found{tree_.to_move(tree_.board(0), *play), root_value_};
}

Move AlphaBeta::greedy_move() {
  const SolverBoard& board = tree_.board(0);
  const int rack = tree_.root().racks[0];
  std::optional<LanePlay> best;
  int best_out = -1;
  for (const int lane : Bits(board.live)) {
    const LaneList plays = tree_.list(board, 0, rack, lane);
    if (plays.best_out > best_out) best_out = plays.best_out, best = plays.plays[0];
  }
  if (best) return tree_.to_move(board, *best);
  Visit at = tree_.visit(0, tree_.root(), 1, -kInfinity, kInfinity);
  tree_.rank(at);
  const std::vector<RankedPlay>& ranked = tree_.ranked(0);
  if (ranked.empty()) return Move::pass();
  const auto order = [](const RankedPlay& a, const RankedPlay& b) { return a.order < b.order; };
  return tree_.to_move(board, std::max_element(ranked.begin(), ranked.end(), order)->play);
}

std::vector<Move> AlphaBeta::line(int depth, bool proved) {
  std::vector<Move> moves;
  Node node = tree_.root();
  // Another thread may have found the proof at a depth less than the line's length.
  for (int ply = 0; (proved || ply < 2 * depth) && ply < EndgameTree::kMaxPlies; ++ply) {
    auto found = tree_.table().find(tree_.key(tree_.board(0).hash, node));
    if (proved && !tree_.stopped() &&
        (!found || found->bound != Bound::kExact || found->depth != TranspositionTable::kProved ||
         found->move == 0)) {
      descend(0, node, TranspositionTable::kProved - 1, -kInfinity, kInfinity);
      found = tree_.table().find(tree_.key(tree_.board(0).hash, node));
    }
    if (!found || found->move == 0) break;
    const int mover = node.mover;
    if (found->move == EndgameTree::kPassKey) {
      moves.push_back(Move::pass());
      if (--node.scoreless_turns_left == 0) break;
      node.mover ^= 1;
      continue;
    }
    const auto play = root_play_with_key(found->move, mover, node.racks[mover]);
    if (!play) break;
    moves.push_back(tree_.to_move(tree_.board(0), *play));
    node = tree_.after(node, *play);
    if (node.racks[mover] == 0 || node.scoreless_turns_left == 0) break;
    SolverBoard next;
    tree_.pool().lay(tree_.board(0), *play, next);
    tree_.board(0) = next;
  }
  tree_.reset_board();
  return moves;
}

std::optional<LanePlay> AlphaBeta::root_play_with_key(std::uint32_t key, int side, int rack) {
  for (const int lane : Bits(tree_.board(0).live))
    if (auto play = tree_.play_with_key(key, tree_.board(0), side, rack, lane)) return play;
  return std::nullopt;
}

}  // namespace zymurgy
