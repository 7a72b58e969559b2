// Alpha-beta over endgames, and proof numbers where only who wins is asked: one searcher a thread,
// sharing a transposition table.
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
#include <optional>
#include <span>
#include <vector>

#include "endgame/answer.h"
#include "endgame/ground.h"
#include "endgame/lane_ceiling.h"
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

class EndgameSearcher {
 public:
  static constexpr int kInfinity = 20000;
  static constexpr int kMaxPlies = 64;
  static constexpr int kMaxDepth = kMaxPlies - 3;

  EndgameSearcher(const EndgameGround& ground, TranspositionTable& table);

  // What ends a search early; `cancel`, if any, is set by another one that has the answer.
  void set_limits(const Limits& limits, const std::atomic<bool>* cancel);

  // A position: the ground's board, or one with more tiles on it.
  void set(const Board& board, const Rack& mover, const Rack& other, int scoreless_turns_left);

  struct Result {
    int value = 0;
    bool proved = false;
  };
  // The value to a depth, if it lies between alpha and beta; else a bound.
  Result search(int depth, int alpha, int beta);
  // The same with a window round `guess` that widens, between low and high, until it holds the
  // value.
  Result search_around(int guess, int depth, int low, int high);
  // Of a `search_around` that was stopped: what the best of the moves looked at was worth, if that
  // was more than alpha.
  struct Found {
    Move move;
    int value;
  };
  std::optional<Found> found_so_far();
  // Deeper and deeper until nothing is cut by depth.
  Result prove(int guess, int low, int high);
  // Whether the value is `need` or more (proof_search.cpp); nothing if it was stopped or went too
  // deep.
  std::optional<bool> at_least(int need);
  bool stopped() const { return stopped_; }
  // Told to stop, or the time is over; then it is stopped.
  bool out_of_time();
  std::uint64_t nodes() const { return nodes_; }
  // What looks best without a search: the play that goes out for most, if there is one.
  Move greedy_move();
  // The best line that the table still knows; repaired by searching when all is proved.
  std::vector<Move> line(int depth, bool proved);

 private:
  static constexpr std::uint32_t kPassName = ~1U;  // play names are odd

  // A play that cut where its lane had these tiles and crosses.
  struct Killer {
    std::uint64_t lane = 0;
    LanePlay play{};
  };
  struct Node {
    std::array<int, 2> racks;  // subsets of each side's
    int mover;
    int turns;  // scoreless ones left before the game ends
  };
  struct Visit {  // a node while it is searched
    const Node& node;
    const SolverBoard& board;
    std::uint64_t name;  // in the table
    int ply, depth;
    int low, alpha, beta;     // `low` is alpha as it was at first
    std::uint32_t first = 0;  // the move that the table holds for best
    bool bounded = false;     // `solo_` was last asked about the mover here
    bool may_pass;            // the pass is yet to be tried
    int tried = 0;            // moves
    bool sure = true;         // the values of all of them
    int best = -kInfinity;
    std::uint32_t best_move = 0;

    void take(int value, std::uint32_t move) {
      if (value > best) best = value, best_move = move;
      alpha = std::max(alpha, best);
    }
  };

  struct Child {         // a position after a move, while it is weighed
    std::uint64_t name;  // with what is asked of it
    TranspositionTable::Effort effort;
    std::int32_t order;
    const LanePlay* play;  // null: the pass
  };
  struct Outlook {          // of those that are not refuted
    Child* best;            // takes the least to refute it; null if there is none
    std::uint32_t hardest;  // what it takes to show the one that takes most
    std::uint32_t others;   // the part of the others that counts
    std::uint32_t second;   // what it takes to refute the second best
    int open;               // how many they are
  };

  Visit visit(int ply, const Node& node, int depth, int alpha, int beta);
  Result descend(int ply, const Node& node, int depth, int alpha, int beta);
  // The steps of `descend`. A value is the node's: it is known then, or the search is stopped.
  std::optional<Result> probe(Visit& at) const;
  std::optional<Result> cut_by_passing(Visit& at);
  std::optional<Result> end_at_once(Visit& at);
  Result try_moves(Visit& at);
  std::optional<Result> sort_by_table(Visit& at, std::span<RankedPlay> moves);
  std::optional<Result> try_pass(Visit& at);
  std::optional<Result> try_play(Visit& at, const RankedPlay& its);
  std::optional<Result> try_move(Visit& at, std::uint32_t move, int gain, const Node& child,
                                 int cap);
  Result value_of_move(Visit& at, int gain, const Node& child, int cap);
  // Whether a position that is met for the first time has its best move looked into, whatever that
  // takes, before its effort is told.
  enum class Look : std::uint8_t { kNone, kAtBest };
  // Where a killer is looked for: on its lane if that is as it was, or whatever the lane is now.
  enum class OnLane : std::uint8_t { kUnchanged, kAny };
  // The steps of `at_least`.
  TranspositionTable::Effort weigh(int ply, const Node& node, int need,
                                   TranspositionTable::Effort most, Look look);
  std::optional<Result> decide(Visit& at, int need, TranspositionTable::Effort most, bool fresh);
  std::optional<Result> try_killers(Visit& at, int need, TranspositionTable::Effort most,
                                    OnLane lane);
  std::optional<LanePlay> playable(const SolverBoard& board, const Node& node, int side,
                                   const Killer& killer, OnLane lane);
  Child child_of(const Visit& at, int need, const LanePlay& play, int order) const;
  void list_children(Visit& at, int need);
  static Outlook outlook_of(std::span<Child> children);
  // Whether a play that answered another move, of so many open ones, answers this one for sure.
  bool is_answered(const Visit& at, const LanePlay& move, int open);
  void make_answer(Answer& answer, const Visit& at, const Killer& killer);
  void list_nexts(Answer& answer, const Visit& at);
  bool settles(const Answer& answer, const Visit& at, const LanePlay& move);
  bool goes_out_in_time(const Answer& answer, const Visit& at, const LanePlay& move, int most);
  int worth_answered(const AfterBoth& its, bool whole, std::uint64_t outs) const;
  bool answers_nexts(const AfterBoth& its, LaneSet changed) const;
  bool answers_lane(const AfterBoth& its, int lane);
  TranspositionTable::Effort weigh_after(const Visit& at, const Child& child, int need,
                                         TranspositionTable::Effort most, Look look);
  // Notes in the table what the node is worth.
  Result finish(const Visit& at, int value, bool sure);
  Result finish(const Visit& at, int value, bool sure, TranspositionTable::Bound bound);
  Node after(const Node& node, const LanePlay& play) const;
  Node passed(const Node& node) const;
  int play_out(int ply, Node node);
  LaneList list(const SolverBoard& board, int side, int rack, int lane);
  std::optional<LanePlay> play_named(std::uint32_t name, const SolverBoard& board, int side,
                                     int rack, int lane);
  std::optional<LanePlay> root_play_named(std::uint32_t name, int side, int rack);
  std::uint64_t key(std::uint64_t hash, const Node& node) const;  // `hash` of the board
  int taken(int side, const LanePlay& play) const;
  int points(int side, const Node& node) const;
  int tiles(int side, const Node& node) const {
    return sides_[side].tiles[node.racks[side]].size();
  }
  // What the end brings the mover where nobody has gone out.
  int held_back(const Node& node) const {
    return points(1 - node.mover, node) - points(node.mover, node);
  }
  int turns_after(const Node& node, const LanePlay& play) const;
  bool told_to_stop();
  // The same, the clock looked at now and then. Asked at each node, and at each lane: the first
  // nodes take many milliseconds with a blank, until the plays of the lanes are known.
  bool must_stop();
  int best_bingo(const SolverBoard& board, int side, int rack);
  std::optional<int> most_gain(const SolverBoard& board, int side, const Node& node, int limit);
  // A side's plays that go out, the best few of each lane, and the best play of each. The first cap
  // what our moves are worth. The others only order them, and each stands for all of its lane: who
  // touches it takes some.
  void find_threats(const SolverBoard& board, int side, int rack, Threats& outs, Threats& replies);
  // Leaves in `ranked_` the plays that may be worth more than alpha, and the pass to be tried if it
  // may; what the others are worth at most. Where `bounded`, `solo_` caps plays as well.
  int rank(Visit& at);
  void note_killer(const Visit& at, const LanePlay& play);
  Move to_move(const SolverBoard& board, const LanePlay& play) const;

  const EndgameGround* ground_;
  TranspositionTable* table_;
  LanePool pool_;
  LanePlays plays_;
  LaneCeiling ceiling_;
  SoloBound solo_;
  // Of so many tiles, without a blank and with one.
  std::array<std::array<float, 2>, SoloBound::kMostTiles + 1> usual_gain_{};
  Board board_;  // what `set` was given last
  std::array<SolverSide, 2> sides_;
  Node root_{};
  std::uint32_t root_move_ = 0;  // found best so far
  int root_value_ = 0;
  int fresh_turns_ = 2;  // scoreless turns left after a play that scores
  std::array<SolverBoard, 2 * kMaxPlies> boards_;
  std::array<std::vector<RankedPlay>, kMaxPlies> ranked_;
  std::array<std::vector<Child>, kMaxPlies> children_;
  std::vector<Answers> answers_{kMaxPlies};
  std::vector<std::uint64_t> names_;  // in the table, of the positions after moves
  std::array<std::array<Killer, 2>, kMaxPlies> killers_{};  // those that cut last at each ply
  // Whether such a one decided at each ply when that was asked last (by `decide`).
  std::array<bool, kMaxPlies> killer_decided_{};
  Limits limits_;
  const std::atomic<bool>* cancel_ = nullptr;
  std::uint64_t nodes_ = 0, ticks_ = 0;
  bool stopped_ = false;
  bool too_deep_ = false;  // to be weighed
};

}  // namespace zymurgy
