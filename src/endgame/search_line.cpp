// What an endgame search has found, as moves.
#include <algorithm>
#include <optional>

#include "endgame/search.h"
#include "game/bits.h"

namespace zymurgy {

Move EndgameSearcher::greedy_move() {
  const SolverBoard& board = boards_[0];
  const int rack = root_.racks[0];
  std::optional<LanePlay> best;
  int best_out = -1;
  for (const int lane : Bits(board.live)) {
    const LaneList plays = list(board, 0, rack, lane);
    if (plays.best_out > best_out) best_out = plays.best_out, best = plays.plays[0];
  }
  if (best) return to_move(board, *best);
  Visit at = visit(0, root_, 1, -kInfinity, kInfinity);
  rank(at);
  const std::vector<RankedPlay>& ranked = ranked_[0];
  if (ranked.empty()) return Move::pass();
  const auto order = [](const RankedPlay& a, const RankedPlay& b) { return a.order < b.order; };
  return to_move(board, std::max_element(ranked.begin(), ranked.end(), order)->play);
}

Move EndgameSearcher::to_move(const SolverBoard& board, const LanePlay& play) const {
  const PooledLane& lane = pool_.lane(board, play.lane);
  Move move;
  move.kind = MoveKind::kPlay;
  move.direction = play.lane < kBoardDim ? Direction::kHorizontal : Direction::kVertical;
  const Square first = square_at(move.direction, play.lane % kBoardDim, play.first);
  move.row = first.row;
  move.col = first.col;
  move.score = play.score;
  move.tiles_played = play.count;
  int laid = 0, place = play.first;
  for (; place < kBoardDim && (laid < play.count || lane.tiles[place] != kEmpty); ++place)
    if (lane.tiles[place] == kEmpty) move.tiles[place - play.first] = play.tiles[laid++];
  move.length = static_cast<std::uint8_t>(place - play.first);
  return move;
}

std::optional<LanePlay> EndgameSearcher::play_named(std::uint32_t name, const SolverBoard& board,
                                                    int side, int rack, int lane) {
  const LaneList plays = list(board, side, rack, lane);
  for (int i = 0; i < plays.count; ++i)
    if (plays.plays[i].name == name) return plays.plays[i];
  return std::nullopt;
}

std::optional<LanePlay> EndgameSearcher::root_play_named(std::uint32_t name, int side, int rack) {
  for (const int lane : Bits(boards_[0].live))
    if (auto play = play_named(name, boards_[0], side, rack, lane)) return play;
  return std::nullopt;
}

std::optional<EndgameSearcher::Found> EndgameSearcher::found_so_far() {
  if (root_move_ == 0) return std::nullopt;
  if (root_move_ == kPassName) return Found{Move::pass(), root_value_};
  const auto play = root_play_named(root_move_, 0, root_.racks[0]);
  if (!play) return std::nullopt;
  return Found{to_move(boards_[0], *play), root_value_};
}

std::vector<Move> EndgameSearcher::line(int depth, bool proved) {
  std::vector<Move> moves;
  Node node = root_;
  // A proof by another thread may have come at a depth that is less than the line.
  for (int ply = 0; (proved || ply < 2 * depth) && ply < kMaxPlies; ++ply) {
    auto found = table_->find(key(boards_[0].hash, node));
    if (proved && !stopped_ &&
        (!found || found->bound != TranspositionTable::Bound::kExact ||
         found->depth != TranspositionTable::kProved || found->move == 0)) {
      descend(0, node, TranspositionTable::kProved - 1, -kInfinity, kInfinity);
      found = table_->find(key(boards_[0].hash, node));
    }
    if (!found || found->move == 0) break;
    const int mover = node.mover;
    if (found->move == kPassName) {
      moves.push_back(Move::pass());
      if (--node.turns == 0) break;
      node.mover ^= 1;
      continue;
    }
    const auto play = root_play_named(found->move, mover, node.racks[mover]);
    if (!play) break;
    moves.push_back(to_move(boards_[0], *play));
    node = after(node, *play);
    if (node.racks[mover] == 0 || node.turns == 0) break;
    SolverBoard next;
    pool_.lay(boards_[0], *play, next);
    boards_[0] = next;
  }
  boards_[0] = pool_.board(board_);
  return moves;
}

}  // namespace zymurgy
