#include "endgame/search.h"

#include <algorithm>
#include <optional>

#include "game/random.h"

namespace zymurgy {
namespace {

using Bound = TranspositionTable::Bound;
constexpr std::uint64_t kTurns = 0x9d39247e33776d41U;
constexpr float kTryFrom = 0.75F;  // of the usual gain
constexpr int kKiller = 2000;      // added to a play's order

}  // namespace

EndgameSearcher::EndgameSearcher(const EndgameGround& ground, TranspositionTable& table)
    : ground_(&ground),
      table_(&table),
      pool_(*ground.lexicon, ground.usable),
      plays_(ground.lexicon->tiles(), *ground.layout, ground.rules, ground.words, ground.ahead,
             pool_),
      solo_(ground.lexicon->tiles(), *ground.layout, ground.words, pool_) {}

void EndgameSearcher::set_limits(std::stop_token stop,
                                 std::chrono::steady_clock::time_point deadline,
                                 const std::atomic<bool>* cancel) {
  stop_ = std::move(stop);
  deadline_ = deadline;
  cancel_ = cancel;
  stopped_ = false;
}

void EndgameSearcher::Side::assign(const Rack& rack, const TileSet& set) {
  int count = 1;
  weight.fill(0);
  tiles[0] = {};
  key[0] = mix64(1);
  points[0] = 0;
  for (LetterSet rest = rack.letters(); rest != 0;) {
    const Letter letter = pop_letter(rest);
    const int stride = count;
    weight[letter] = static_cast<std::uint8_t>(stride);
    for (int i = 0; i < stride * rack[letter]; ++i) {
      const auto from = static_cast<std::size_t>(i), to = static_cast<std::size_t>(i + stride);
      tiles[to] = tiles[from];
      tiles[to].add(letter);
      points[to] = static_cast<std::int16_t>(points[from] + set.score(letter));
      // Named by its tiles, so that racks of other positions on the ground share what is known.
      key[to] = key[from] + mix64(kGolden * (letter + 1U));
    }
    count *= rack[letter] + 1;
  }
  full = count - 1;
}

void EndgameSearcher::set(const Board& board, const Rack& mover, const Rack& other,
                          int scoreless_turns_left) {
  const TileSet& tiles = ground_->lexicon->tiles();
  sides_[0].assign(mover, tiles);
  sides_[1].assign(other, tiles);
  const int counted = ground_->zero_plays ? ground_->rules.max_zero_turns : 2;
  fresh_turns_ = std::min<int>(counted, ground_->rules.max_zero_turns);
  root_ = {{sides_[0].full, sides_[1].full}, 0, std::min(counted, scoreless_turns_left)};
  board_ = board;
  boards_[0] = pool_.board(board);
}

LaneList EndgameSearcher::list(const SolverBoard& board, int side, int rack, int lane) {
  const Side& its = sides_[static_cast<std::size_t>(side)];
  const auto r = static_cast<std::size_t>(rack);
  return plays_.of(pool_.lane(board, lane), its.tiles[r], its.key[r]);
}

std::uint64_t EndgameSearcher::key(std::uint64_t hash, const Node& node) const {
  const auto rack_key = [&](int side) {
    const auto s = static_cast<std::size_t>(side);
    return sides_[s].key[static_cast<std::size_t>(node.racks[s])];
  };
  return hash ^ mix64(rack_key(node.mover)) ^ mix64(3 * rack_key(1 - node.mover)) ^
         (kTurns * static_cast<std::uint64_t>(node.turns));
}

int EndgameSearcher::taken(int side, const LanePlay& play) const {
  int subset = 0;
  for (int i = 0; i < play.count; ++i)
    subset += sides_[static_cast<std::size_t>(side)]
                  .weight[source_of(play.tiles[static_cast<std::size_t>(i)])];
  return subset;
}

int EndgameSearcher::points(int side, const Node& node) const {
  const auto s = static_cast<std::size_t>(side);
  return sides_[s].points[static_cast<std::size_t>(node.racks[s])];
}

int EndgameSearcher::turns_after(const Node& node, const LanePlay& play) const {
  return play.score > 0 ? fresh_turns_ : node.turns - 1;
}

bool EndgameSearcher::told_to_stop() {
  if (!stopped_)
    stopped_ =
        stop_.stop_requested() || (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed));
  return stopped_;
}

bool EndgameSearcher::out_of_time() {
  if (!told_to_stop())
    stopped_ = (++ticks_ & 3) == 0 && std::chrono::steady_clock::now() >= deadline_;
  return stopped_;
}

EndgameSearcher::Result EndgameSearcher::search(int depth, int alpha, int beta) {
  Result result;
  result.value = descend(0, root_, depth, alpha, beta, result.proved);
  return result;
}

EndgameSearcher::Result EndgameSearcher::search_around(int guess, int depth, int low, int high) {
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
    const SolverBoard& board = boards_[static_cast<std::size_t>(ply)];
    const int mover = node.mover, other = 1 - mover;
    int& rack = node.racks[static_cast<std::size_t>(mover)];
    if (out_of_time()) return total;
    const int mine = points(mover, node), theirs = points(other, node);
    int best_out = -1;
    LanePlay best{};
    int best_order = -kInfinity;
    bool other_plays = false;
    for (LaneSet rest = board.live; rest != 0 && !other_plays; rest &= rest - 1)
      other_plays =
          list(board, other, node.racks[static_cast<std::size_t>(other)], std::countr_zero(rest))
              .count > 0;
    for (LaneSet rest = board.live; rest != 0; rest &= rest - 1) {
      if (told_to_stop()) return total;
      const LaneList plays = list(board, mover, rack, std::countr_zero(rest));
      best_out = std::max(best_out, plays.best_out);
      for (int i = 0; i < plays.count; ++i) {
        const LanePlay& play = plays.plays[i];
        // Against a side that is stuck, tile by tile earns most.
        int order = play.score;
        if (!other_plays) {
          for (int t = 0; t < play.count; ++t)
            order -= 5 + 2 * ground_->lexicon->tiles().score_on_board(
                                 play.tiles[static_cast<std::size_t>(t)]);
        }
        if (order > best_order) best_order = order, best = play;
        if (other_plays && play.count != static_cast<int>(sides_[static_cast<std::size_t>(mover)]
                                                              .tiles[static_cast<std::size_t>(rack)]
                                                              .size()))
          break;  // the rest of the list scores less
      }
    }
    const bool goes_out =
        best_out >= 0 &&
        (other_plays ||
         best.count ==
             sides_[static_cast<std::size_t>(mover)].tiles[static_cast<std::size_t>(rack)].size());
    if (goes_out) return total + sign * (best_out + 2 * theirs);
    if (best_order == -kInfinity || ply + 1 >= 2 * kMaxPlies) {
      if (--node.turns <= 0 || best_order != -kInfinity) return total + sign * (theirs - mine);
      continue;
    }
    node.turns = fresh_turns_;
    total += sign * best.score;
    rack -= taken(mover, best);
    pool_.lay(board, best, boards_[static_cast<std::size_t>(ply) + 1]);
    ++ply;
  }
}

void EndgameSearcher::rank(int ply, const Node& node, int depth, int floor, std::uint32_t first,
                           bool bounded, std::vector<Ranked>& ranked) {
  const SolverBoard& board = boards_[static_cast<std::size_t>(ply)];
  const int mover = node.mover, other = 1 - mover;
  const Side& own = sides_[static_cast<std::size_t>(mover)];
  const int rack = node.racks[static_cast<std::size_t>(mover)];
  const int their_rack = node.racks[static_cast<std::size_t>(other)];
  const int theirs =
      sides_[static_cast<std::size_t>(other)].points[static_cast<std::size_t>(their_rack)];

  // The other side's plays that go out, and its best others, lane by lane: what a move of ours does
  // not touch stays, and caps the move's value.
  struct Threat {
    int score;
    int lane;
  };
  std::array<Threat, kLanes> outs, replies;
  std::size_t out_count = 0, reply_count = 0;
  for (LaneSet rest = board.live; rest != 0; rest &= rest - 1) {
    if (told_to_stop()) return;
    const int lane = std::countr_zero(rest);
    const LaneList plays = list(board, other, their_rack, lane);
    if (plays.count == 0) continue;
    if (plays.best_out >= 0) outs[out_count++] = {plays.best_out, lane};
    int most = plays.plays[0].score;
    if (plays.best_out >= 0)
      for (int i = 1; i < plays.count; ++i) most = std::max<int>(most, plays.plays[i].score);
    replies[reply_count++] = {most, lane};
  }
  const auto more = [](const Threat& a, const Threat& b) { return a.score > b.score; };
  std::sort(outs.begin(), outs.begin() + static_cast<std::ptrdiff_t>(out_count), more);
  std::sort(replies.begin(), replies.begin() + static_cast<std::ptrdiff_t>(reply_count), more);

  ranked.clear();
  const int full = own.tiles[static_cast<std::size_t>(rack)].size();
  for (LaneSet rest = board.live; rest != 0; rest &= rest - 1) {
    if (told_to_stop()) return;
    const LaneList plays = list(board, mover, rack, std::countr_zero(rest));
    for (int i = 0; i < plays.count; ++i) {
      const LanePlay& play = plays.plays[i];
      if (play.count == full) continue;
      const int left = own.points[static_cast<std::size_t>(rack - taken(mover, play))];
      int cap = bounded ? play.score + solo_.rest(play) : kInfinity, order;
      LaneSet touched = 0;
      if (cap > floor && (out_count > 0 || (depth > 1 && reply_count > 0)))
        touched = pool_.touched(board, play);
      const bool goes_on = turns_after(node, play) > 0;
      bool answered = false;  // by going out
      for (std::size_t t = 0; t < out_count && goes_on && cap > floor && !answered; ++t)
        if (((touched >> outs[t].lane) & 1) == 0) {
          cap = std::min(cap, play.score - outs[t].score - 2 * left);
          answered = true;
        }
      if (cap <= floor) {
        // No need to look at it again; one such entry tells how high a value may be.
        if (ranked.empty() || ranked.front().order != -kInfinity)
          ranked.insert(ranked.begin(), {-kInfinity, static_cast<std::int16_t>(cap), play});
        else
          ranked.front().cap = std::max(ranked.front().cap, static_cast<std::int16_t>(cap));
        continue;
      }
      if (answered) {
        order = cap;
      } else {
        int reply = 0;
        for (std::size_t t = 0; t < reply_count; ++t)
          if (((touched >> replies[t].lane) & 1) == 0) {
            reply = replies[t].score;
            break;
          }
        order = play.score - reply + (theirs - left) / 2 +
                (reply_count == 0 ? 2 * left - 5 * play.count : 0);
      }
      for (const std::uint32_t killer : killers_[static_cast<std::size_t>(ply)])
        if (play.name == killer) order += kKiller;
      if (play.name == first) order = kInfinity;
      ranked.push_back({order, static_cast<std::int16_t>(cap), play});
    }
  }
}

// The most that a side can gain if the other passes from now on; none where it is not worked out:
// it seldom helps where the limit is much less than usual.
std::optional<int> EndgameSearcher::most_gain(const SolverBoard& board, int side, const Node& node,
                                              int limit) {
  const Side& its = sides_[static_cast<std::size_t>(side)];
  const auto rack = static_cast<std::size_t>(node.racks[static_cast<std::size_t>(side)]);
  const int tiles = its.tiles[rack].size();
  // A blank makes so many words that six tiles are not worth it.
  if (tiles > SoloBound::kMostTiles - (its.tiles[rack][kBlank] > 0 ? 1 : 0)) return std::nullopt;
  float& usual = usual_gain_[static_cast<std::size_t>(tiles)];
  if (static_cast<float>(limit) < kTryFrom * usual) return std::nullopt;
  const int most = solo_.most(board, its.tiles[rack], its.key[rack], points(1 - side, node));
  usual += (static_cast<float>(most) - usual) / 32;
  return most;
}

int EndgameSearcher::descend(int ply, const Node& node, int depth, int alpha, int beta,
                             bool& proved) {
  ++nodes_;
  proved = false;
  if (out_of_time()) return 0;
  if (node.turns == 0) {
    // The last play scored nothing and was a scoreless turn too many.
    proved = true;
    return points(1 - node.mover, node) - points(node.mover, node);
  }
  if (pool_.crowded()) pool_.keep_only(std::span(boards_).first(static_cast<std::size_t>(ply) + 1));
  const SolverBoard& board = boards_[static_cast<std::size_t>(ply)];
  const std::uint64_t name = key(board.hash, node);
  const auto found = table_->find(name);
  std::uint32_t first = 0;
  if (found) {
    first = found->move;
    if (found->depth >= depth) {
      if (found->bound == Bound::kExact ||
          (found->bound == Bound::kLower && found->value >= beta) ||
          (found->bound == Bound::kUpper && found->value <= alpha)) {
        proved = found->depth == TranspositionTable::kProved;
        return found->value;
      }
    }
  }
  const int mover = node.mover, other = 1 - mover;
  const int rack = node.racks[static_cast<std::size_t>(mover)];
  const int mine = points(mover, node), theirs = points(other, node);
  const bool pass_ends = node.turns <= 1;

  int best = -kInfinity;
  std::uint32_t best_move = 0;
  const auto finish = [&](int value, bool sure, int low, int high) {
    proved = sure;
    const Bound bound = value >= high  ? Bound::kLower
                        : value <= low ? Bound::kUpper
                                       : Bound::kExact;
    table_->store(name, {static_cast<std::int16_t>(value),
                         static_cast<std::uint8_t>(sure ? TranspositionTable::kProved : depth),
                         bound, best_move});
    return value;
  };
  const int low = alpha;

  // Either side may always pass: that may be enough.
  if (const auto most = most_gain(board, other, node, -beta); most && *most <= -beta) {
    best_move = kPassName;
    return finish(-*most, true, low, beta);
  }
  const auto most = most_gain(board, mover, node, alpha);
  if (most && *most <= alpha) return finish(*most, true, low, beta);

  // What ends the game at once.
  if (pass_ends) best = theirs - mine, best_move = kPassName;
  int most_out = -1;
  const LanePlay* out = nullptr;
  LanePlay out_play{};
  bool any = false;
  for (LaneSet rest = board.live; rest != 0; rest &= rest - 1) {
    if (told_to_stop()) return 0;
    const LaneList plays = list(board, mover, rack, std::countr_zero(rest));
    any |= plays.count > 0;
    if (plays.best_out > most_out)
      most_out = plays.best_out, out_play = plays.plays[0], out = &out_play;
  }
  if (out != nullptr && most_out + 2 * theirs > best)
    best = most_out + 2 * theirs, best_move = out->name;
  if (best >= beta) return finish(best, true, low, beta);
  if (pass_ends && !any) return finish(best, true, low, kInfinity);
  if (depth <= 0 || ply + 2 >= kMaxPlies)
    return finish(std::max(best, play_out(ply, node)), false, -kInfinity, kInfinity);

  alpha = std::max(alpha, best);
  bool sure = true;  // every move so far
  std::vector<Ranked>& ranked = ranked_[static_cast<std::size_t>(ply)];
  rank(ply, node, depth, alpha, first, most.has_value(), ranked);
  if (stopped_) return 0;
  std::size_t next = 0;
  int capped = -kInfinity;
  if (!ranked.empty() && ranked.front().order == -kInfinity) capped = ranked[next++].cap;
  if (depth > 2) {
    // What the table knows of the positions after the moves sorts them best; what is proved of them
    // need not be looked at again.
    Node child = node;
    child.mover = other;
    for (std::size_t i = next; i < ranked.size(); ++i) {
      Ranked& its = ranked[i];
      child.racks[static_cast<std::size_t>(mover)] = rack - taken(mover, its.play);
      child.turns = turns_after(node, its.play);
      const auto known = table_->find(key(pool_.hash_after(board, its.play), child));
      if (!known) continue;
      const int value = its.play.score - known->value;
      if (known->depth == TranspositionTable::kProved) {
        if (known->bound != Bound::kUpper)
          its.cap = static_cast<std::int16_t>(std::min<int>(its.cap, value));
        if (known->bound != Bound::kLower && value >= beta) {
          best_move = its.play.name;
          return finish(value, true, low, beta);
        }
      }
      if (its.order == kInfinity) continue;
      its.order = known->bound == Bound::kLower ? std::min(its.order, value) : value;
    }
  }

  bool passed_over = !pass_ends;  // the pass is yet to be tried
  std::size_t tried = 0;
  const auto visit = [&](int gain, const Node& child, int cap, bool& child_sure) {
    int value;
    if (tried++ == 0 || beta - alpha == 1) {
      value = gain - descend(ply + 1, child, depth - 1, gain - beta, gain - alpha, child_sure);
    } else {
      value = gain - descend(ply + 1, child, depth - 1, gain - alpha - 1, gain - alpha, child_sure);
      if (value > alpha && value < beta && !stopped_)
        value = gain - descend(ply + 1, child, depth - 1, gain - beta, gain - alpha, child_sure);
    }
    return std::min(value, cap);
  };
  const auto try_pass = [&] {
    passed_over = false;
    Node child = node;
    child.mover = other;
    child.turns = node.turns - 1;
    boards_[static_cast<std::size_t>(ply) + 1] = board;
    bool child_sure = false;
    const int value = visit(0, child, kInfinity, child_sure);
    if (value >= beta && !stopped_)
      sure = child_sure;
    else
      sure &= child_sure;
    if (value > best) best = value, best_move = kPassName;
    alpha = std::max(alpha, best);
  };
  if (passed_over && (first == kPassName || ranked.size() == next)) {
    try_pass();
    if (stopped_) return 0;
    if (best >= beta) return finish(best, sure, low, beta);
  }
  for (; next < ranked.size(); ++next) {
    // The first few are selected one by one, since a cut is likely; then the rest is sorted.
    const auto from = ranked.begin() + static_cast<std::ptrdiff_t>(next);
    const auto by_order = [](const Ranked& a, const Ranked& b) { return a.order > b.order; };
    if (tried < 6)
      std::iter_swap(from, std::min_element(from, ranked.end(), by_order));
    else if (tried == 6)
      std::sort(from, ranked.end(), by_order);
    const Ranked its = ranked[next];
    if (its.cap <= alpha) {
      capped = std::max<int>(capped, its.cap);
      if (tried == 6) ++tried;
      continue;
    }
    // Passing is seldom best: after the likeliest plays.
    if (passed_over && tried == 4) {
      try_pass();
      if (stopped_) return 0;
      if (best >= beta) return finish(best, sure, low, beta);
    }
    Node child = node;
    child.mover = other;
    child.turns = turns_after(node, its.play);
    child.racks[static_cast<std::size_t>(mover)] -= taken(mover, its.play);
    pool_.lay(board, its.play, boards_[static_cast<std::size_t>(ply) + 1]);
    bool child_sure = false;
    const int value = visit(its.play.score, child, its.cap, child_sure);
    if (stopped_) return 0;
    if (value > best) best = value, best_move = its.play.name;
    if (value >= beta) {
      auto& killers = killers_[static_cast<std::size_t>(ply)];
      if (killers[0] != its.play.name) killers[1] = killers[0], killers[0] = its.play.name;
      return finish(value, child_sure, low, beta);
    }
    sure &= child_sure;
    alpha = std::max(alpha, best);
  }
  if (passed_over) {
    try_pass();
    if (stopped_) return 0;
    if (best >= beta) return finish(best, sure, low, beta);
  }
  return finish(std::max(best, capped), sure, low, beta);
}

}  // namespace zymurgy
