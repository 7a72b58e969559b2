// An endgame as its searches see it: positions, the moves between them, and what can be said of a
// position at once. All searches of a thread share one tree, and share their results through the
// transposition table.
//
// Two passes in a row end the game here, though the rules require six scoreless turns. The value is
// the same. On one board, let the mover's best play be worth a, the other's b (from the mover's
// view), and the end by passing e. With n more scoreless turns to the end, v(n) = max(a, min(b,
// v(n-2))), v(0) = e. If a <= b, then v(2) = max(a, min(b, e)) lies in [a, b], and stays; if a > b,
// every v(n) is a. And v(3) = max(a, min(b, max(a, e))) = v(2) in both cases, so only the case of a
// single turn left differs: a pass then ends the game at once. This holds as long as a and b do not
// depend on n. A play of no points, made of blanks alone, is a scoreless turn too; where one is
// possible, all turns are counted.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "endgame/context.h"
#include "endgame/lane_plays.h"
#include "endgame/lane_pool.h"
#include "endgame/move_picker.h"
#include "endgame/solo_bound.h"
#include "endgame/solver_side.h"
#include "endgame/threats.h"
#include "endgame/transposition_table.h"
#include "game/limits.h"
#include "game/position.h"

namespace zymurgy {

class EndgameTree {
 public:
  static constexpr int kInfinity = 20000;
  static constexpr int kMaxPlies = 64;
  static constexpr int kMaxDepth = kMaxPlies - 3;
  static constexpr std::uint32_t kPassKey = ~1U;  // play keys are odd

  struct Node {                // a position without its board
    std::array<int, 2> racks;  // subsets of each side's rack
    int mover;
    int scoreless_turns_left;  // before the game ends
  };
  struct Result {
    int value = 0;
    bool proved = false;
  };
  struct Visit {  // a node while it is searched
    const Node& node;
    const SolverBoard& board;
    std::uint64_t key;  // its table key
    int ply, depth;
    int low, alpha, beta;     // `low` is the initial alpha
    std::uint32_t first = 0;  // the table's best move
    bool bounded = false;     // `remaining_gains` bound the mover's gain here
    bool may_pass;            // the pass is yet to be tried
    int tried = 0;            // moves
    bool proved = true;       // the values of those tried are all proved
    int best = -kInfinity;
    std::uint32_t best_move = 0;

    void take(int value, std::uint32_t move) {
      if (value > best) best = value, best_move = move;
      alpha = std::max(alpha, best);
    }
  };
  // A play that caused a cut, with its lane as it was then.
  struct Killer {
    std::uint64_t lane_key = 0;  // of the lane then; 0: there is no killer
    LanePlay play{};
  };
  // Whether a killer is tried only if its lane is unchanged, or on any lane.
  enum class OnLane : std::uint8_t { kUnchanged, kAny };

  EndgameTree(const EndgameContext& context, TranspositionTable& table);
  EndgameTree(const EndgameTree&) = delete;  // its members refer to pool_
  EndgameTree& operator=(const EndgameTree&) = delete;

  // Sets the root position. Its board is the context's, or one with more tiles on it.
  void set(const Board& board, const Rack& mover, const Rack& other, int scoreless_turns_left);
  const Node& root() const { return root_; }
  // Undoes plays laid on the root's board.
  void reset_board() { boards_[0] = pool_.board(board_); }

  // What ends a search early. `cancel`, if any, is set by another search that has the answer.
  void set_limits(const Limits& limits, const std::atomic<bool>* cancel,
                  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max());
  bool stopped() const { return stopped_; }
  // Whether the search was told to stop or its time is over; `stopped` is then true.
  bool out_of_time();
  // The same, but reads the clock only now and then. Called at each node and at each lane: with a
  // blank the first nodes take many milliseconds, until the plays of the lanes are cached.
  bool must_stop();
  // Called at each node: counts it and returns whether the search goes on.
  bool may_enter() {
    stopped_ |= ++nodes_ > max_nodes_;
    return !must_stop();
  }
  std::uint64_t nodes() const { return nodes_; }

  const EndgameContext& context() const { return *context_; }
  TranspositionTable& table() { return *table_; }
  LanePool& pool() { return pool_; }
  const SolverSide& side(int number) const { return sides_[number]; }
  // By ply of the line being searched.
  SolverBoard& board(int ply) { return boards_[ply]; }
  std::vector<RankedPlay>& ranked(int ply) { return ranked_[ply]; }
  const std::array<Killer, 2>& killers(int ply) const { return killers_[ply]; }
  // If the pool is crowded, drops all lanes but those of the boards up to that ply. Returns whether
  // it did.
  bool make_room(int ply);

  int taken(int side, const LanePlay& play) const;  // the subset that it lays
  int points(int side, const Node& node) const;
  int tiles(int side, const Node& node) const {
    return sides_[side].tiles[node.racks[side]].size();
  }
  // What the mover gains if the game ends with neither side out.
  int end_without_out(const Node& node) const {
    return points(1 - node.mover, node) - points(node.mover, node);
  }
  int max_scoreless_turns() const { return max_scoreless_turns_; }  // left after a play that scores
  int scoreless_turns_after(const Node& node, const LanePlay& play) const;
  Node after(const Node& node, const LanePlay& play) const;
  Node passed(const Node& node) const;
  LaneList list(const SolverBoard& board, int side, int rack, int lane);
  std::optional<LanePlay> play_with_key(std::uint32_t key, const SolverBoard& board, int side,
                                        int rack, int lane);
  // A killer's play on another board, if it can be made there. On an unchanged lane it scores the
  // same, and no plays need be listed.
  std::optional<LanePlay> playable(const SolverBoard& board, const Node& node, int side,
                                   const Killer& killer, OnLane lane);
  Move to_move(const SolverBoard& board, const LanePlay& play) const;
  std::uint64_t key(std::uint64_t hash, const Node& node) const;  // `hash` of the board
  std::uint64_t key_after(const Visit& at, const LanePlay& play) const {
    return key(pool_.hash_after(at.board, play), after(at.node, play));
  }

  Visit visit(int ply, const Node& node, int depth, int alpha, int beta) const;
  // Steps that may settle a node before its moves are tried. A result is the node's value, also
  // stored in the table, unless the search was stopped.
  std::optional<Result> probe(Visit& at) const;
  std::optional<Result> cut_by_passing(Visit& at);
  std::optional<Result> end_at_once(Visit& at);
  // Stores the node's value in the table.
  Result finish(const Visit& at, int value, bool proved);
  Result finish(const Visit& at, int value, bool proved, TranspositionTable::Bound bound);
  void note_killer(const Visit& at, const LanePlay& play);

  // The most that a side can gain if the other passes from now on; nothing if not computed, because
  // it seldom helps when `limit` is much less than the usual gain.
  std::optional<int> most_gain(const SolverBoard& board, int side, const Node& node, int limit);
  // From the last most_gain that was computed.
  const SoloBound::RemainingGains& remaining_gains() const { return solo_.remaining_gains(); }
  // A side's plays that go out, the best few of each lane.
  Threats find_outs(const SolverBoard& board, int side, int rack);
  // A side's plays that go out, and the best play of each lane. The outs cap the values of the
  // other side's moves; the replies only order them. A reply stands for its whole lane: a move that
  // touches the lane spoils some of its plays.
  struct OutsAndReplies {
    Threats outs, replies;
  };
  OutsAndReplies find_threats(const SolverBoard& board, int side, int rack);
  // Leaves in `ranked` the plays that may be worth more than alpha, and may_pass set if the pass
  // may be. Returns an upper bound on the values of the others. If `bounded`, `remaining_gains` cap
  // plays as well.
  int rank(Visit& at);

 private:
  bool stop_requested();
  Threat threat(const SolverBoard& board, const LanePlay& play) const;
  void add_outs(const SolverBoard& board, const LaneList& plays, Threats& outs) const;
  int best_bingo(const SolverBoard& board, int side, int rack);

  const EndgameContext* context_;
  TranspositionTable* table_;
  LanePool pool_;
  LanePlays plays_;
  SoloBound solo_;
  // A running mean of most_gain, by number of tiles, without a blank and with one.
  std::array<std::array<float, 2>, SoloBound::kMostTiles + 1> usual_gain_{};
  Board board_;  // what `set` was given last
  std::array<SolverSide, 2> sides_;
  Node root_{};
  int max_scoreless_turns_ = 2;
  std::array<SolverBoard, 2 * kMaxPlies> boards_;
  std::array<std::vector<RankedPlay>, kMaxPlies> ranked_;
  std::array<std::array<Killer, 2>, kMaxPlies> killers_{};  // the latest at each ply
  Limits limits_;
  const std::atomic<bool>* cancel_ = nullptr;
  std::uint64_t max_nodes_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t nodes_ = 0, ticks_ = 0;
  bool stopped_ = false;
};

}  // namespace zymurgy
