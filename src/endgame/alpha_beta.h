// Alpha-beta search of an endgame to a given depth: its value and its best line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "endgame/tree.h"

namespace zymurgy {

class AlphaBeta {
 public:
  using Result = EndgameTree::Result;

  explicit AlphaBeta(EndgameTree& tree) : tree_(tree) {}

  // The value at this depth if it lies between alpha and beta; otherwise a bound.
  Result search(int depth, int alpha, int beta);
  // The same, with a window around `guess` that widens, within low and high, until it holds the
  // value.
  Result search_around(int guess, int depth, int low, int high);
  // The best move found by a `search_around` that was stopped, and its value; nothing if no move
  // exceeded alpha.
  struct Found {
    Move move;
    int value;
  };
  std::optional<Found> found_so_far();
  // Deepens until no line is cut by depth: the value is then proved.
  Result prove(int guess, int low, int high);
  // The move that looks best without a search: the highest-scoring play that goes out, if any.
  Move greedy_move();
  // The best line that the table still holds; if all is `proved`, gaps are filled by searching.
  std::vector<Move> line(int depth, bool proved);

 private:
  using Node = EndgameTree::Node;
  using Visit = EndgameTree::Visit;
  static constexpr int kInfinity = EndgameTree::kInfinity;

  Result descend(int ply, const Node& node, int depth, int alpha, int beta);
  // The steps of `descend`. A result settles the node, unless the search was stopped.
  Result try_moves(Visit& at);
  std::optional<Result> sort_by_table(Visit& at, std::span<RankedPlay> moves);
  std::optional<Result> try_pass(Visit& at);
  std::optional<Result> try_play(Visit& at, const RankedPlay& ranked_play);
  std::optional<Result> try_move(Visit& at, std::uint32_t move, int gain, const Node& child,
                                 int cap);
  Result value_of_move(Visit& at, int gain, const Node& child, int cap);
  // Values a node where the search is cut by depth.
  int play_out(int ply, Node node);
  struct Greedy {            // the best of a node's plays
    LanePlay play{};         // the one of the highest order
    int order = -kInfinity;  // its order; -kInfinity: there is no play
    int out = -1;            // the best score with the whole rack, or -1
  };
  Greedy greedy(const SolverBoard& board, const Node& node, bool other_stuck);
  bool is_stuck(const SolverBoard& board, const Node& node, int side);
  std::optional<LanePlay> root_play_with_key(std::uint32_t key, int side, int rack);

  EndgameTree& tree_;
  std::uint32_t root_move_ = 0;  // the best found so far
  int root_value_ = 0;
  std::vector<std::uint64_t> keys_;  // table keys of the positions after moves
};

}  // namespace zymurgy
