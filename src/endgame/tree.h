// An endgame as its searches see it: positions, the moves between them, and what can be said of a
// position at once. All searches of a thread share one, and through the transposition table what
// they find.
//
// Two passes in a row end the game here, though the rules want six scoreless turns. The value is
// the same. On one board, let the mover's best play be worth a, the other's b (seen by the mover),
// the end by passing e: with n more scoreless turns to the end v(n) = max(a, min(b, v(n-2))), v(0)
// = e. If a <= b then v(2) = max(a, min(b, e)) lies in [a, b], and stays; if a > b every v(n) is a.
// And v(3) = max(a, min(b, max(a, e))) = v(2) in both cases, so only a single turn left differs:
// then a pass ends the game at once. That holds as long as a and b do not depend on n; a play of no
// points, of blanks alone, is a scoreless turn too, and where one is possible all are counted.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "endgame/ground.h"
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
  static constexpr std::uint32_t kPassName = ~1U;  // play names are odd

  struct Node {                // a position, but for its board
    std::array<int, 2> racks;  // subsets of each side's
    int mover;
    int turns;  // scoreless ones left before the game ends
  };
  struct Result {
    int value = 0;
    bool proved = false;
  };
  struct Visit {  // a node while it is searched
    const Node& node;
    const SolverBoard& board;
    std::uint64_t name;  // in the table
    int ply, depth;
    int low, alpha, beta;     // `low` is alpha as it was at first
    std::uint32_t first = 0;  // the move that the table holds for best
    bool bounded = false;     // `rests` are the mover's here
    bool may_pass;            // the pass is yet to be tried
    int tried = 0;            // moves
    bool sure = true;         // their values are all proved
    int best = -kInfinity;
    std::uint32_t best_move = 0;

    void take(int value, std::uint32_t move) {
      if (value > best) best = value, best_move = move;
      alpha = std::max(alpha, best);
    }
  };
  // A play that cut where its lane had these tiles and crosses.
  struct Killer {
    std::uint64_t lane_key = 0;  // as the lane was then; 0: there is no killer
    LanePlay play{};
  };
  // Where a killer is looked for: on its lane if that is as it was, or whatever the lane is now.
  enum class OnLane : std::uint8_t { kUnchanged, kAny };

  EndgameTree(const EndgameGround& ground, TranspositionTable& table);
  EndgameTree(const EndgameTree&) = delete;  // its parts look at the pool beside them
  EndgameTree& operator=(const EndgameTree&) = delete;

  // A position: the ground's board, or one with more tiles on it.
  void set(const Board& board, const Rack& mover, const Rack& other, int scoreless_turns_left);
  const Node& root() const { return root_; }
  // Undoes what was laid on the first board.
  void reset_board() { boards_[0] = pool_.board(board_); }

  // What ends a search early; `cancel`, if any, is set by another one that has the answer.
  void set_limits(const Limits& limits, const std::atomic<bool>* cancel,
                  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max());
  bool stopped() const { return stopped_; }
  // Told to stop, or the time is over; then it is stopped.
  bool out_of_time();
  // The same, the clock looked at now and then. Asked at each node, and at each lane: the first
  // nodes take many milliseconds with a blank, until the plays of the lanes are known.
  bool must_stop();
  // At each node, which is counted: whether the search goes on.
  bool may_enter() {
    stopped_ |= ++nodes_ > max_nodes_;
    return !must_stop();
  }
  std::uint64_t nodes() const { return nodes_; }

  const EndgameGround& ground() const { return *ground_; }
  TranspositionTable& table() { return *table_; }
  LanePool& pool() { return pool_; }
  const SolverSide& side(int number) const { return sides_[number]; }
  // Of each ply of the line that is looked into.
  SolverBoard& board(int ply) { return boards_[ply]; }
  std::vector<RankedPlay>& ranked(int ply) { return ranked_[ply]; }
  const std::array<Killer, 2>& killers(int ply) const { return killers_[ply]; }
  // Where there are too many lanes, forgets all but those of the boards up to that ply; whether it
  // did.
  bool make_room(int ply);

  int taken(int side, const LanePlay& play) const;  // the subset that it lays
  int points(int side, const Node& node) const;
  int tiles(int side, const Node& node) const {
    return sides_[side].tiles[node.racks[side]].size();
  }
  // What the end brings the mover where nobody has gone out.
  int end_without_out(const Node& node) const {
    return points(1 - node.mover, node) - points(node.mover, node);
  }
  int fresh_turns() const { return fresh_turns_; }  // left after a play that scores
  int turns_after(const Node& node, const LanePlay& play) const;
  Node after(const Node& node, const LanePlay& play) const;
  Node passed(const Node& node) const;
  LaneList list(const SolverBoard& board, int side, int rack, int lane);
  std::optional<LanePlay> play_named(std::uint32_t name, const SolverBoard& board, int side,
                                     int rack, int lane);
  // The play of a killer where the board is another, if it can be made. On a lane that is as it was
  // it scores what it did, and no plays need be listed.
  std::optional<LanePlay> playable(const SolverBoard& board, const Node& node, int side,
                                   const Killer& killer, OnLane lane);
  Move to_move(const SolverBoard& board, const LanePlay& play) const;
  std::uint64_t key(std::uint64_t hash, const Node& node) const;  // `hash` of the board
  std::uint64_t key_after(const Visit& at, const LanePlay& play) const {
    return key(pool_.hash_after(at.board, play), after(at.node, play));
  }

  Visit visit(int ply, const Node& node, int depth, int alpha, int beta) const;
  // Steps that may settle a node before its moves are tried. A result is its value, also noted in
  // the table, or the search is stopped.
  std::optional<Result> probe(Visit& at) const;
  std::optional<Result> cut_by_passing(Visit& at);
  std::optional<Result> end_at_once(Visit& at);
  // Notes in the table what the node is worth.
  Result finish(const Visit& at, int value, bool sure);
  Result finish(const Visit& at, int value, bool sure, TranspositionTable::Bound bound);
  void note_killer(const Visit& at, const LanePlay& play);

  // The most that a side can gain if the other passes from now on; none where it is not worked out:
  // it seldom helps where the limit is much less than usual.
  std::optional<int> most_gain(const SolverBoard& board, int side, const Node& node, int limit);
  // Of the last of these.
  const SoloBound::Rests& rests() const { return solo_.rests(); }
  // A side's plays that go out, the best few of each lane.
  Threats find_outs(const SolverBoard& board, int side, int rack);
  // Those, and the best play of each lane. The outs cap what the other side's moves are worth, the
  // replies only order them. A reply stands for all of its lane: a move that touches it spoils
  // some.
  struct OutsAndReplies {
    Threats outs, replies;
  };
  OutsAndReplies find_threats(const SolverBoard& board, int side, int rack);
  // Leaves in `ranked` the plays that may be worth more than alpha, and may_pass set if the pass
  // may. Returns what the others are worth at most. Where `bounded`, `rests` cap plays as well.
  int rank(Visit& at);

 private:
  bool told_to_stop();
  Threat threat(const SolverBoard& board, const LanePlay& play) const;
  void add_outs(const SolverBoard& board, const LaneList& plays, Threats& outs) const;
  int best_bingo(const SolverBoard& board, int side, int rack);

  const EndgameGround* ground_;
  TranspositionTable* table_;
  LanePool pool_;
  LanePlays plays_;
  SoloBound solo_;
  // Of so many tiles, without a blank and with one.
  std::array<std::array<float, 2>, SoloBound::kMostTiles + 1> usual_gain_{};
  Board board_;  // what `set` was given last
  std::array<SolverSide, 2> sides_;
  Node root_{};
  int fresh_turns_ = 2;
  std::array<SolverBoard, 2 * kMaxPlies> boards_;
  std::array<std::vector<RankedPlay>, kMaxPlies> ranked_;
  std::array<std::array<Killer, 2>, kMaxPlies> killers_{};  // those that cut last at each ply
  Limits limits_;
  const std::atomic<bool>* cancel_ = nullptr;
  std::uint64_t max_nodes_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t nodes_ = 0, ticks_ = 0;
  bool stopped_ = false;
};

}  // namespace zymurgy
