#include "endgame/tree.h"

#include <algorithm>
#include <optional>
#include <span>

#include "game/bits.h"
#include "game/random.h"

namespace zymurgy {
namespace {

using Bound = TranspositionTable::Bound;
constexpr std::uint64_t kTurnsKey = 0x9d39247e33776d41U;
// most_gain is tried if `limit` is at least this fraction of the usual gain, without a blank and
// with one: capping all the plays of a blank is worth more failures.
constexpr std::array<float, 2> kTryFrom{0.75F, 0.4F};

}  // namespace

EndgameTree::EndgameTree(const EndgameContext& context, TranspositionTable& table)
    : context_(&context),
      table_(&table),
      pool_(*context.lexicon, context.usable),
      plays_(context.lexicon->tiles(), *context.layout, context.rules, context.words, context.ahead,
             pool_),
      solo_(context.lexicon->tiles(), *context.layout, context.words, context.ahead, pool_) {
  boards_[0] = pool_.board(board_);
}

void EndgameTree::set(const Board& board, const Rack& mover, const Rack& other,
                      int scoreless_turns_left) {
  const TileSet& tiles = context_->lexicon->tiles();
  sides_[0].assign(mover, tiles);
  sides_[1].assign(other, tiles);
  const int counted = context_->scoreless_plays ? context_->rules.max_scoreless_turns : 2;
  max_scoreless_turns_ = std::min<int>(counted, context_->rules.max_scoreless_turns);
  root_ = {{sides_[0].full, sides_[1].full}, 0, std::min(counted, scoreless_turns_left)};
  if (board == board_) return;  // several racks may be tried on one board
  board_ = board;
  boards_[0] = pool_.board(board);
}

void EndgameTree::set_limits(const Limits& limits, const std::atomic<bool>* cancel,
                             std::uint64_t max_nodes) {
  limits_ = limits;
  cancel_ = cancel;
  max_nodes_ = max_nodes;
  stopped_ = false;
}

bool EndgameTree::stop_requested() {
  if (!stopped_)
    stopped_ = limits_.stop.stop_requested() ||
               (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed));
  return stopped_;
}

bool EndgameTree::out_of_time() {
  if (!stop_requested()) stopped_ = limits_.reached();
  return stopped_;
}

bool EndgameTree::must_stop() {
  constexpr std::uint64_t kTicksBetweenLooks = 64;  // at the clock, which are slower
  return ++ticks_ % kTicksBetweenLooks == 0 ? out_of_time() : stop_requested();
}

int EndgameTree::taken(int side, const LanePlay& play) const {
  int subset = 0;
  for (int i = 0; i < play.count; ++i) subset += sides_[side].stride[source_of(play.tiles[i])];
  return subset;
}

int EndgameTree::points(int side, const Node& node) const {
  const auto s = static_cast<std::size_t>(side);
  return sides_[s].points[node.racks[s]];
}

int EndgameTree::scoreless_turns_after(const Node& node, const LanePlay& play) const {
  return play.score > 0 ? max_scoreless_turns_ : node.scoreless_turns_left - 1;
}

EndgameTree::Node EndgameTree::after(const Node& node, const LanePlay& play) const {
  Node child = node;
  child.mover = 1 - node.mover;
  child.scoreless_turns_left = scoreless_turns_after(node, play);
  child.racks[node.mover] -= taken(node.mover, play);
  return child;
}

EndgameTree::Node EndgameTree::passed(const Node& node) const {
  Node child = node;
  child.mover = 1 - node.mover;
  child.scoreless_turns_left = node.scoreless_turns_left - 1;
  return child;
}

LaneList EndgameTree::list(const SolverBoard& board, int side, int rack, int lane) {
  const SolverSide& racks = sides_[side];
  const auto r = static_cast<std::size_t>(rack);
  return plays_.of(pool_.lane(board, lane), racks.tiles[r], racks.key[r]);
}

std::optional<LanePlay> EndgameTree::play_with_key(std::uint32_t key, const SolverBoard& board,
                                                   int side, int rack, int lane) {
  const LaneList plays = list(board, side, rack, lane);
  for (int i = 0; i < plays.count; ++i)
    if (plays.plays[i].key == key) return plays.plays[i];
  return std::nullopt;
}

std::optional<LanePlay> EndgameTree::playable(const SolverBoard& board, const Node& node, int side,
                                              const Killer& killer, OnLane lane) {
  const LanePlay& play = killer.play;
  const int rack = node.racks[side];
  if (play.count >= tiles(side, node)) return std::nullopt;  // `end_at_once` handles going out
  if (pool_.lane(board, play.lane).key == killer.lane_key) {
    TileCounts used;
    for (int i = 0; i < play.count; ++i) used.add(source_of(play.tiles[i]));
    const bool held = sides_[side].tiles[static_cast<std::size_t>(rack)].includes(used);
    return held ? std::optional(play) : std::nullopt;
  }
  if (lane == OnLane::kUnchanged || killer.lane_key == 0) return std::nullopt;
  return play_with_key(play.key, board, side, rack, play.lane);
}

Move EndgameTree::to_move(const SolverBoard& board, const LanePlay& play) const {
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

std::uint64_t EndgameTree::key(std::uint64_t hash, const Node& node) const {
  const auto rack_key = [&](int side) {
    const auto s = static_cast<std::size_t>(side);
    return sides_[s].key[node.racks[s]];
  };
  return hash ^ mix64(rack_key(node.mover)) ^ mix64(3 * rack_key(1 - node.mover)) ^
         (kTurnsKey * static_cast<std::uint64_t>(node.scoreless_turns_left));
}

bool EndgameTree::make_room(int ply) {
  if (!pool_.crowded()) return false;
  pool_.keep_only(std::span(boards_).first(static_cast<std::size_t>(ply) + 1));
  return true;
}

EndgameTree::Visit EndgameTree::visit(int ply, const Node& node, int depth, int alpha,
                                      int beta) const {
  const SolverBoard& board = boards_[ply];
  return {.node = node,
          .board = board,
          .key = key(board.hash, node),
          .ply = ply,
          .depth = depth,
          .low = alpha,
          .alpha = alpha,
          .beta = beta,
          .may_pass = node.scoreless_turns_left > 1};
}

std::optional<EndgameTree::Result> EndgameTree::probe(Visit& at) const {
  const auto found = table_->find(at.key);
  if (!found) return std::nullopt;
  at.first = found->move;
  const bool decides = found->bound == Bound::kExact ||
                       (found->bound == Bound::kLower && found->value >= at.beta) ||
                       (found->bound == Bound::kUpper && found->value <= at.alpha);
  if (found->depth < at.depth || !decides) return std::nullopt;
  return Result{found->value, found->depth == TranspositionTable::kProved};
}

EndgameTree::Result EndgameTree::finish(const Visit& at, int value, bool proved) {
  return finish(at, value, proved,
                value >= at.beta  ? Bound::kLower
                : value <= at.low ? Bound::kUpper
                                  : Bound::kExact);
}

EndgameTree::Result EndgameTree::finish(const Visit& at, int value, bool proved, Bound bound) {
  table_->store(at.key, {static_cast<std::int16_t>(value),
                         static_cast<std::uint8_t>(proved ? TranspositionTable::kProved : at.depth),
                         bound, at.best_move});
  return {value, proved};
}

std::optional<int> EndgameTree::most_gain(const SolverBoard& board, int side, const Node& node,
                                          int limit) {
  const SolverSide& racks = sides_[side];
  const auto rack = static_cast<std::size_t>(node.racks[side]);
  const int tiles = racks.tiles[rack].size();
  const int blanks = racks.tiles[rack][kBlank];
  // Two blanks make too many words of seven tiles.
  if (blanks > 1 && tiles == kRackSize) return std::nullopt;
  const std::size_t blank = blanks > 0 ? 1 : 0;
  float& usual = usual_gain_[static_cast<std::size_t>(tiles)][blank];
  if (static_cast<float>(limit) < kTryFrom[blank] * usual) return std::nullopt;
  const int theirs = points(1 - side, node);
  int most = solo_.most_gain(board, racks.tiles[rack], racks.key[rack], theirs);
  // The solo bound omits the bonus for a whole rack, which only the next play can earn.
  if (tiles == kRackSize)
    if (const int bingo = best_bingo(board, side, node.racks[side]); bingo >= 0)
      most = std::max(most, bingo + 2 * theirs);
  if (stopped_) return std::nullopt;
  usual += (static_cast<float>(most) - usual) / 32;
  return most;
}

// The score of the best play with a whole rack, or -1.
int EndgameTree::best_bingo(const SolverBoard& board, int side, int rack) {
  int most = -1;
  for (const int lane : Bits(board.live)) {
    if (must_stop()) break;
    most = std::max(most, list(board, side, rack, lane).best_out);
  }
  return most;
}

// Either side may always pass: the bounds that follow may be enough for a cut.
std::optional<EndgameTree::Result> EndgameTree::cut_by_passing(Visit& at) {
  const int mover = at.node.mover, other = 1 - mover;
  if (const auto most = most_gain(at.board, other, at.node, -at.beta); most && *most <= -at.beta) {
    at.best_move = kPassKey;
    return finish(at, -*most, true);
  }
  const auto most = most_gain(at.board, mover, at.node, at.alpha);
  if (most && *most <= at.alpha) return finish(at, *most, true);
  at.bounded = most.has_value();
  return std::nullopt;
}

// The moves that end the game at once: the last pass, and going out.
std::optional<EndgameTree::Result> EndgameTree::end_at_once(Visit& at) {
  const int mover = at.node.mover, other = 1 - mover;
  const int rack = at.node.racks[mover];
  const bool pass_ends = at.node.scoreless_turns_left <= 1;
  if (pass_ends) at.take(end_without_out(at.node), kPassKey);
  int most_out = -1;
  std::uint32_t out = 0;  // the key of that play
  bool any = false;
  for (const int lane : Bits(at.board.live)) {
    if (must_stop()) return Result{};
    const LaneList plays = list(at.board, mover, rack, lane);
    any |= plays.count > 0;
    if (plays.best_out > most_out) most_out = plays.best_out, out = plays.plays[0].key;
  }
  if (most_out >= 0) at.take(most_out + 2 * points(other, at.node), out);
  if (at.best >= at.beta || (pass_ends && !any)) return finish(at, at.best, true);
  return std::nullopt;
}

void EndgameTree::note_killer(const Visit& at, const LanePlay& play) {
  auto& killers = killers_[at.ply];
  if (killers[0].play.key != play.key) killers[1] = killers[0];
  killers[0] = {pool_.lane(at.board, play.lane).key, play};
}

Threat EndgameTree::threat(const SolverBoard& board, const LanePlay& play) const {
  return {play.score, pool_.footprint(board, play)};
}

void EndgameTree::add_outs(const SolverBoard& board, const LaneList& plays, Threats& outs) const {
  if (plays.best_out < 0) return;
  const std::span all = plays.all();
  for (const LanePlay& play : all.first(std::min<std::size_t>(kOutsALane, all.size())))
    if (play.count == all[0].count) outs.add(threat(board, play));
}

Threats EndgameTree::find_outs(const SolverBoard& board, int side, int rack) {
  Threats outs;
  for (const int lane : Bits(board.live)) {
    if (must_stop()) break;
    add_outs(board, list(board, side, rack, lane), outs);
  }
  outs.sort();
  return outs;
}

EndgameTree::OutsAndReplies EndgameTree::find_threats(const SolverBoard& board, int side,
                                                      int rack) {
  OutsAndReplies found;
  for (const int lane : Bits(board.live)) {
    if (must_stop()) break;
    const LaneList plays = list(board, side, rack, lane);
    if (plays.count == 0) continue;
    add_outs(board, plays, found.outs);
    // Plays are sorted by score, except that those that go out come first.
    const std::span all = plays.all();
    const bool in_order = plays.best_out < 0;
    found.replies.add(
        threat(board, in_order ? all[0] : *std::ranges::max_element(all, {}, &LanePlay::score)));
  }
  found.outs.sort();
  found.replies.sort();
  return found;
}

int EndgameTree::rank(Visit& at) {
  const Node& node = at.node;
  const int mover = node.mover, other = 1 - mover;
  const SolverSide& own = sides_[mover];
  const int rack = node.racks[mover];
  const int theirs = points(other, node);
  std::vector<RankedPlay>& ranked = ranked_[at.ply];

  ranked.clear();
  const auto [outs, replies] = find_threats(at.board, other, node.racks[other]);
  if (stopped_) return kInfinity;
  int most_of_others = -kInfinity;
  if (at.may_pass && !outs.empty()) {
    const int cap = -outs.best() - 2 * own.points[rack];
    if (cap <= at.alpha) at.may_pass = false, most_of_others = cap;
  }
  const int full = own.tiles[rack].size();
  for (const int lane : Bits(at.board.live)) {
    if (must_stop()) return kInfinity;
    const LaneList plays = list(at.board, mover, rack, lane);
    for (int i = 0; i < plays.count; ++i) {
      const LanePlay& play = plays.plays[i];
      if (play.count == full) continue;
      const int left = own.points[rack - taken(mover, play)];
      int cap = at.bounded ? play.score + solo_.remaining_gains().after(play) : kInfinity;
      const Threat* out = nullptr;
      if (cap > at.alpha && scoreless_turns_after(node, play) > 0)
        out = outs.apart(pool_, at.board, pool_.footprint(at.board, play));
      if (out != nullptr) cap = std::min(cap, play.score - out->score - 2 * left);
      if (cap <= at.alpha) {
        most_of_others = std::max(most_of_others, cap);
        continue;
      }
      int order = cap;
      if (out == nullptr) {
        const Threat* reply =
            replies.empty() ? nullptr : replies.untouched(pool_.touched(at.board, play));
        order = play.score - (reply != nullptr ? reply->score : 0) + (theirs - left) / 2 +
                (replies.empty() ? 2 * left - 5 * play.count : 0);
      }
      ranked.push_back({order, static_cast<std::int16_t>(cap), play});
    }
  }
  return most_of_others;
}

}  // namespace zymurgy
