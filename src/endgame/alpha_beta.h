// What an endgame is worth, by alpha-beta to a depth, and the moves that make it so.
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
  // What looks best without a search: the play that goes out for most, if there is one.
  Move greedy_move();
  // The best line that the table still knows; repaired by searching when all is proved.
  std::vector<Move> line(int depth, bool proved);

 private:
  using Node = EndgameTree::Node;
  using Visit = EndgameTree::Visit;
  static constexpr int kInfinity = EndgameTree::kInfinity;

  Result descend(int ply, const Node& node, int depth, int alpha, int beta);
  // The steps of `descend`. A result is the node's, which is then settled, or the search stopped.
  Result try_moves(Visit& at);
  std::optional<Result> sort_by_table(Visit& at, std::span<RankedPlay> moves);
  std::optional<Result> try_pass(Visit& at);
  std::optional<Result> try_play(Visit& at, const RankedPlay& its);
  std::optional<Result> try_move(Visit& at, std::uint32_t move, int gain, const Node& child,
                                 int cap);
  Result value_of_move(Visit& at, int gain, const Node& child, int cap);
  // Where the search is cut by depth.
  int play_out(int ply, Node node);
  struct Greedy {            // of a node's plays
    LanePlay play{};         // the best by order
    int order = -kInfinity;  // its order; -kInfinity: there is no play
    int out = -1;            // the best score with the whole rack, or -1
  };
  Greedy greedy(const SolverBoard& board, const Node& node, bool other_stuck);
  bool is_stuck(const SolverBoard& board, const Node& node, int side);
  std::optional<LanePlay> root_play_named(std::uint32_t name, int side, int rack);

  EndgameTree& tree_;
  std::uint32_t root_move_ = 0;  // found best so far
  int root_value_ = 0;
  std::vector<std::uint64_t> names_;  // in the table, of the positions after moves
};

}  // namespace zymurgy
