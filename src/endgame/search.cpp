#include "endgame/search.h"

#include <algorithm>
#include <optional>

#include "game/bits.h"
#include "game/random.h"

namespace zymurgy {
namespace {

using Bound = TranspositionTable::Bound;
constexpr std::uint64_t kTurns = 0x9d39247e33776d41U;
// Of the usual gain, without a blank and with one: a blank has so many plays that to cap them all
// is worth more failures.
constexpr std::array<float, 2> kTryFrom{0.75F, 0.4F};
constexpr int kKiller = 2000;   // added to a play's order
constexpr int kBeforePass = 4;  // plays, the likeliest: passing is seldom best

}  // namespace

EndgameSearcher::EndgameSearcher(const EndgameGround& ground, TranspositionTable& table)
    : ground_(&ground),
      table_(&table),
      pool_(*ground.lexicon, ground.usable),
      plays_(ground.lexicon->tiles(), *ground.layout, ground.rules, ground.words, ground.ahead,
             pool_),
      ceiling_(ground.lexicon->tiles(), *ground.layout, ground.rules, ground.anagrams, pool_),
      solo_(ground.lexicon->tiles(), *ground.layout, ground.words, ground.ahead, pool_) {
  boards_[0] = pool_.board(board_);
}

void EndgameSearcher::set_limits(const Limits& limits, const std::atomic<bool>* cancel) {
  limits_ = limits;
  cancel_ = cancel;
  stopped_ = false;
}

void EndgameSearcher::set(const Board& board, const Rack& mover, const Rack& other,
                          int scoreless_turns_left) {
  const TileSet& tiles = ground_->lexicon->tiles();
  sides_[0].assign(mover, tiles);
  sides_[1].assign(other, tiles);
  const int counted = ground_->zero_plays ? ground_->rules.max_zero_turns : 2;
  fresh_turns_ = std::min<int>(counted, ground_->rules.max_zero_turns);
  root_ = {{sides_[0].full, sides_[1].full}, 0, std::min(counted, scoreless_turns_left)};
  if (board == board_) return;  // as it is asked of several racks
  board_ = board;
  boards_[0] = pool_.board(board);
}

LaneList EndgameSearcher::list(const SolverBoard& board, int side, int rack, int lane) {
  const SolverSide& its = sides_[side];
  const auto r = static_cast<std::size_t>(rack);
  return plays_.of(pool_.lane(board, lane), its.tiles[r], its.key[r]);
}

std::uint64_t EndgameSearcher::key(std::uint64_t hash, const Node& node) const {
  const auto rack_key = [&](int side) {
    const auto s = static_cast<std::size_t>(side);
    return sides_[s].key[node.racks[s]];
  };
  return hash ^ mix64(rack_key(node.mover)) ^ mix64(3 * rack_key(1 - node.mover)) ^
         (kTurns * static_cast<std::uint64_t>(node.turns));
}

int EndgameSearcher::taken(int side, const LanePlay& play) const {
  int subset = 0;
  for (int i = 0; i < play.count; ++i) subset += sides_[side].weight[source_of(play.tiles[i])];
  return subset;
}

int EndgameSearcher::points(int side, const Node& node) const {
  const auto s = static_cast<std::size_t>(side);
  return sides_[s].points[node.racks[s]];
}

EndgameSearcher::Node EndgameSearcher::after(const Node& node, const LanePlay& play) const {
  Node child = node;
  child.mover = 1 - node.mover;
  child.turns = turns_after(node, play);
  child.racks[node.mover] -= taken(node.mover, play);
  return child;
}

EndgameSearcher::Node EndgameSearcher::passed(const Node& node) const {
  Node child = node;
  child.mover = 1 - node.mover;
  child.turns = node.turns - 1;
  return child;
}

int EndgameSearcher::turns_after(const Node& node, const LanePlay& play) const {
  return play.score > 0 ? fresh_turns_ : node.turns - 1;
}

bool EndgameSearcher::told_to_stop() {
  if (!stopped_)
    stopped_ = limits_.stop.stop_requested() ||
               (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed));
  return stopped_;
}

bool EndgameSearcher::out_of_time() {
  if (!told_to_stop()) stopped_ = limits_.reached();
  return stopped_;
}

bool EndgameSearcher::must_stop() {
  constexpr std::uint64_t kBetweenLooks = 64;  // at the clock, which takes longer
  return ++ticks_ % kBetweenLooks == 0 ? out_of_time() : told_to_stop();
}

EndgameSearcher::Result EndgameSearcher::search(int depth, int alpha, int beta) {
  return descend(0, root_, depth, alpha, beta);
}

EndgameSearcher::Result EndgameSearcher::search_around(int guess, int depth, int low, int high) {
  root_move_ = 0;
  int margin = 12;
  int alpha = std::clamp(guess - margin, low, high - 1);
  int beta = std::clamp(guess + margin, low + 1, high);
  for (;;) {
    const Result result = search(depth, alpha, beta);
    if (stopped_) return result;
    margin *= 3;
    if (result.value <= alpha && alpha > low) {
      alpha = margin > 400 ? low : std::max(low, result.value - margin);
    } else if (result.value >= beta && beta < high) {
      beta = margin > 400 ? high : std::min(high, result.value + margin);
    } else {
      return result;
    }
  }
}

EndgameSearcher::Result EndgameSearcher::prove(int guess, int low, int high) {
  Result result{guess, false};
  // Two plies more at a time: what counts is the proof, not how it came about.
  for (int depth = 1; depth <= kMaxDepth && !result.proved && !stopped_; depth += 2)
    result = search_around(result.value, depth, low, high);
  return result;
}

// Both sides take what scores most, to the end of the game.
int EndgameSearcher::play_out(int ply, Node node) {
  int total = 0;
  for (int sign = 1;; sign = -sign, node.mover ^= 1) {
    const SolverBoard& board = boards_[ply];
    const int mover = node.mover, other = 1 - mover;
    int& rack = node.racks[mover];
    if (must_stop()) return total;
    int best_out = -1;
    LanePlay best{};
    int best_order = -kInfinity;
    bool other_plays = false;
    for (const int lane : Bits(board.live)) {
      if (other_plays) break;
      other_plays = list(board, other, node.racks[other], lane).count > 0;
    }
    for (const int lane : Bits(board.live)) {
      if (must_stop()) return total;
      const LaneList plays = list(board, mover, rack, lane);
      best_out = std::max(best_out, plays.best_out);
      for (int i = 0; i < plays.count; ++i) {
        const LanePlay& play = plays.plays[i];
        // Against a side that is stuck, tile by tile earns most.
        int order = play.score;
        if (!other_plays) {
          for (int t = 0; t < play.count; ++t)
            order -= 5 + 2 * ground_->lexicon->tiles().score_on_board(play.tiles[t]);
        }
        if (order > best_order) best_order = order, best = play;
        if (other_plays && play.count != static_cast<int>(sides_[mover].tiles[rack].size()))
          break;  // the rest of the list scores less
      }
    }
    // A side that is stuck gives time to go out tile by tile, if that earns more.
    const bool goes_out =
        best_out >= 0 && (other_plays || best.count == sides_[mover].tiles[rack].size());
    if (goes_out) return total + sign * (best_out + 2 * points(other, node));
    if (best_order == -kInfinity || ply + 1 >= 2 * kMaxPlies) {
      if (--node.turns <= 0 || best_order != -kInfinity) return total + sign * held_back(node);
      continue;
    }
    node.turns = fresh_turns_;  // a guess, which no play of no points ends
    total += sign * best.score;
    rack -= taken(mover, best);
    pool_.lay(board, best, boards_[ply + 1]);
    ++ply;
  }
}

void EndgameSearcher::find_threats(const SolverBoard& board, int side, int rack, Threats& outs,
                                   Threats& replies) {
  outs.clear();
  replies.clear();
  for (const int lane : Bits(board.live)) {
    if (must_stop()) return;
    const LaneList plays = list(board, side, rack, lane);
    if (plays.count == 0) continue;
    const std::span all = plays.all();
    const auto threat = [&](const LanePlay& play) -> Threat {
      return {play.score, pool_.footprint(board, play)};
    };
    const LanePlay* best = all.data();
    if (plays.best_out >= 0) {
      for (const LanePlay& play : all.first(std::min<std::size_t>(kOutsALane, all.size())))
        if (play.count == all[0].count) outs.add(threat(play));
      best = &*std::ranges::max_element(all, {}, &LanePlay::score);
    }
    replies.add(threat(*best));
  }
  outs.sort();
  replies.sort();
}

int EndgameSearcher::rank(Visit& at) {
  const Node& node = at.node;
  const int mover = node.mover, other = 1 - mover;
  const SolverSide& own = sides_[mover];
  const int rack = node.racks[mover];
  const int theirs = points(other, node);
  std::vector<RankedPlay>& ranked = ranked_[at.ply];

  ranked.clear();
  Threats outs, replies;
  find_threats(at.board, other, node.racks[other], outs, replies);
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
      int cap = at.bounded ? play.score + solo_.rests().after(play) : kInfinity;
      const Threat* out = nullptr;
      if (cap > at.alpha && turns_after(node, play) > 0)
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

// The most that a side can gain if the other passes from now on; none where it is not worked out:
// it seldom helps where the limit is much less than usual.
std::optional<int> EndgameSearcher::most_gain(const SolverBoard& board, int side, const Node& node,
                                              int limit) {
  const SolverSide& its = sides_[side];
  const auto rack = static_cast<std::size_t>(node.racks[side]);
  const int tiles = its.tiles[rack].size();
  const int blanks = its.tiles[rack][kBlank];
  // Two blanks make too many words of seven tiles.
  if (blanks > 1 && tiles == kRackSize) return std::nullopt;
  const std::size_t blank = blanks > 0 ? 1 : 0;
  float& usual = usual_gain_[static_cast<std::size_t>(tiles)][blank];
  if (static_cast<float>(limit) < kTryFrom[blank] * usual) return std::nullopt;
  const int theirs = points(1 - side, node);
  int most = solo_.most(board, its.tiles[rack], its.key[rack], theirs);
  // The bonus for a whole rack is beside it. That can only be the next play, and is known.
  if (tiles == kRackSize)
    if (const int bingo = best_bingo(board, side, node.racks[side]); bingo >= 0)
      most = std::max(most, bingo + 2 * theirs);
  if (stopped_) return std::nullopt;
  usual += (static_cast<float>(most) - usual) / 32;
  return most;
}

// What the best play with a whole rack scores, or -1.
int EndgameSearcher::best_bingo(const SolverBoard& board, int side, int rack) {
  int most = -1;
  for (const int lane : Bits(board.live)) {
    if (must_stop()) break;
    most = std::max(most, list(board, side, rack, lane).best_out);
  }
  return most;
}

EndgameSearcher::Visit EndgameSearcher::visit(int ply, const Node& node, int depth, int alpha,
                                              int beta) {
  if (pool_.crowded()) {
    pool_.keep_only(std::span(boards_).first(static_cast<std::size_t>(ply) + 1));
    for (Answers& its : answers_) its.forget();  // their boards are gone
  }
  const SolverBoard& board = boards_[ply];
  return {.node = node,
          .board = board,
          .name = key(board.hash, node),
          .ply = ply,
          .depth = depth,
          .low = alpha,
          .alpha = alpha,
          .beta = beta,
          .may_pass = node.turns > 1};
}

EndgameSearcher::Result EndgameSearcher::descend(int ply, const Node& node, int depth, int alpha,
                                                 int beta) {
  ++nodes_;
  if (must_stop()) return {};
  // The last play scored nothing and was a scoreless turn too many.
  if (node.turns == 0) return {held_back(node), true};
  Visit at = visit(ply, node, depth, alpha, beta);
  if (const auto known = probe(at)) return *known;
  if (const auto cut = cut_by_passing(at)) return *cut;
  if (const auto ended = end_at_once(at)) return *ended;
  if (depth <= 0 || ply + 2 >= kMaxPlies)
    return finish(at, std::max(at.best, play_out(ply, node)), false, Bound::kExact);
  return try_moves(at);
}

EndgameSearcher::Result EndgameSearcher::finish(const Visit& at, int value, bool sure) {
  return finish(at, value, sure,
                value >= at.beta  ? Bound::kLower
                : value <= at.low ? Bound::kUpper
                                  : Bound::kExact);
}

EndgameSearcher::Result EndgameSearcher::finish(const Visit& at, int value, bool sure,
                                                Bound bound) {
  table_->store(at.name, {static_cast<std::int16_t>(value),
                          static_cast<std::uint8_t>(sure ? TranspositionTable::kProved : at.depth),
                          bound, at.best_move});
  return {value, sure};
}

std::optional<EndgameSearcher::Result> EndgameSearcher::probe(Visit& at) const {
  const auto found = table_->find(at.name);
  if (!found) return std::nullopt;
  at.first = found->move;
  const bool decides = found->bound == Bound::kExact ||
                       (found->bound == Bound::kLower && found->value >= at.beta) ||
                       (found->bound == Bound::kUpper && found->value <= at.alpha);
  if (found->depth < at.depth || !decides) return std::nullopt;
  return Result{found->value, found->depth == TranspositionTable::kProved};
}

// Either side may always pass: that may be enough.
std::optional<EndgameSearcher::Result> EndgameSearcher::cut_by_passing(Visit& at) {
  const int mover = at.node.mover, other = 1 - mover;
  if (const auto most = most_gain(at.board, other, at.node, -at.beta); most && *most <= -at.beta) {
    at.best_move = kPassName;
    return finish(at, -*most, true);
  }
  const auto most = most_gain(at.board, mover, at.node, at.alpha);
  if (most && *most <= at.alpha) return finish(at, *most, true);
  at.bounded = most.has_value();
  return std::nullopt;
}

// What ends the game at once: the last pass, and going out.
std::optional<EndgameSearcher::Result> EndgameSearcher::end_at_once(Visit& at) {
  const int mover = at.node.mover, other = 1 - mover;
  const int rack = at.node.racks[mover];
  const bool pass_ends = at.node.turns <= 1;
  if (pass_ends) at.take(held_back(at.node), kPassName);
  int most_out = -1;
  std::uint32_t out = 0;  // the play that goes out for so much
  bool any = false;
  for (const int lane : Bits(at.board.live)) {
    if (must_stop()) return Result{};
    const LaneList plays = list(at.board, mover, rack, lane);
    any |= plays.count > 0;
    if (plays.best_out > most_out) most_out = plays.best_out, out = plays.plays[0].name;
  }
  if (most_out >= 0) at.take(most_out + 2 * points(other, at.node), out);
  if (at.best >= at.beta || (pass_ends && !any)) return finish(at, at.best, true);
  return std::nullopt;
}

EndgameSearcher::Result EndgameSearcher::try_moves(Visit& at) {
  // What moves that are not looked at are worth, at most.
  int capped = rank(at);
  if (stopped_) return {};
  std::vector<RankedPlay>& ranked = ranked_[at.ply];
  for (RankedPlay& its : ranked) {
    for (const Killer& killer : killers_[at.ply])
      if (its.play.name == killer.play.name) its.order += kKiller;
    if (its.play.name == at.first) its.order = kInfinity;
  }
  if (at.depth > 2)
    if (const auto cut = sort_by_table(at, ranked)) return *cut;

  if (at.may_pass && (at.first == kPassName || ranked.empty()))
    if (const auto cut = try_pass(at)) return *cut;
  for (MovePicker moves(ranked); !moves.empty();) {
    const RankedPlay& its = moves.next(at.tried);
    if (its.cap <= at.alpha) {
      capped = std::max<int>(capped, its.cap);
      continue;
    }
    if (at.may_pass && at.tried == kBeforePass)
      if (const auto cut = try_pass(at)) return *cut;
    if (const auto cut = try_play(at, its)) return *cut;
  }
  if (at.may_pass)
    if (const auto cut = try_pass(at)) return *cut;
  return finish(at, std::max(at.best, capped), at.sure);
}

// What the table knows of the positions after the moves sorts them best; what is proved of them
// need not be looked at again.
std::optional<EndgameSearcher::Result> EndgameSearcher::sort_by_table(Visit& at,
                                                                      std::span<RankedPlay> moves) {
  names_.clear();
  for (const RankedPlay& its : moves) {
    names_.push_back(key(pool_.hash_after(at.board, its.play), after(at.node, its.play)));
    table_->prefetch(names_.back());
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    RankedPlay& its = moves[i];
    const auto known = table_->find(names_[i]);
    if (!known) continue;
    const int value = its.play.score - known->value;
    if (known->depth == TranspositionTable::kProved) {
      if (known->bound != Bound::kUpper)
        its.cap = static_cast<std::int16_t>(std::min<int>(its.cap, value));
      if (known->bound != Bound::kLower && value >= at.beta) {
        at.best_move = its.play.name;
        return finish(at, value, true);
      }
    }
    if (its.order == kInfinity) continue;
    its.order = known->bound == Bound::kLower ? std::min(its.order, value) : value;
  }
  return std::nullopt;
}

std::optional<EndgameSearcher::Result> EndgameSearcher::try_pass(Visit& at) {
  at.may_pass = false;
  boards_[at.ply + 1] = at.board;
  return try_move(at, kPassName, 0, passed(at.node), kInfinity);
}

std::optional<EndgameSearcher::Result> EndgameSearcher::try_play(Visit& at, const RankedPlay& its) {
  const LanePlay& play = its.play;
  pool_.lay(at.board, play, boards_[at.ply + 1]);
  const auto cut = try_move(at, play.name, play.score, after(at.node, play), its.cap);
  if (cut && !stopped_) note_killer(at, play);
  return cut;
}

void EndgameSearcher::note_killer(const Visit& at, const LanePlay& play) {
  auto& killers = killers_[at.ply];
  if (killers[0].play.name != play.name) killers[1] = killers[0];
  killers[0] = {pool_.lane(at.board, play.lane).key, play};
}

std::optional<EndgameSearcher::Result> EndgameSearcher::try_move(Visit& at, std::uint32_t move,
                                                                 int gain, const Node& child,
                                                                 int cap) {
  const Result found = value_of_move(at, gain, child, cap);
  if (stopped_) return Result{};
  if (at.ply == 0 && found.value > at.alpha) root_move_ = move, root_value_ = found.value;
  at.take(found.value, move);
  if (found.value >= at.beta) return finish(at, found.value, found.proved);
  at.sure &= found.proved;
  return std::nullopt;
}

// After the first move a window of one point tells whether a move is better at all.
EndgameSearcher::Result EndgameSearcher::value_of_move(Visit& at, int gain, const Node& child,
                                                       int cap) {
  const auto search = [&](int beta) -> Result {
    const Result found = descend(at.ply + 1, child, at.depth - 1, gain - beta, gain - at.alpha);
    return {gain - found.value, found.proved};
  };
  const bool whole = at.tried++ == 0 || at.beta - at.alpha == 1;
  Result found = search(whole ? at.beta : at.alpha + 1);
  if (!whole && found.value > at.alpha && found.value < at.beta && !stopped_)
    found = search(at.beta);
  found.value = std::min(found.value, cap);
  return found;
}

}  // namespace zymurgy
