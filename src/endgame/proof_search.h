// Whether a side reaches a value, by depth-first proof-number search (A. Nagai, "Df-pn Algorithm
// for Searching AND/OR Trees and Its Applications", 2002).
//
// To ask only yes or no lets lines be as deep as they need to be: the position that seems to take
// the least effort is looked into next. To show that a position reaches the value takes the least
// effort to refute a child; to refute it, the greatest effort to show a child, and a part of the
// others': moves have so much in common that a full sum would count the same work many times
// (T. Ueda et al., "Weak Proof-Number Search", 2008, adds one for each).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "endgame/answers.h"
#include "endgame/tree.h"

namespace zymurgy {

class ProofSearch {
 public:
  explicit ProofSearch(EndgameTree& tree) : tree_(tree), answers_(tree) {}

  // Whether the value is `need` or more; nothing if it was stopped or went too deep.
  std::optional<bool> at_least(int need);

 private:
  using Node = EndgameTree::Node;
  using Visit = EndgameTree::Visit;
  using Killer = EndgameTree::Killer;
  using OnLane = EndgameTree::OnLane;
  using Result = EndgameTree::Result;
  using Effort = TranspositionTable::Effort;

  struct Child {         // a position after a move, while it is weighed
    std::uint64_t name;  // with what is asked of it
    Effort effort;
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
  // Whether a position that is met for the first time has its best move looked into, whatever that
  // takes, before its effort is told.
  enum class Look : std::uint8_t { kNone, kAtBest };

  // Until either effort is as much as `most` has, or it is decided; a first look may take more.
  Effort weigh(int ply, const Node& node, int need, Effort most, Look look);
  Effort weigh_moves(Visit& at, int need, Effort most, Look look);
  Effort weigh_after(const Visit& at, const Child& child, int need, Effort most, Look look);
  // What is known before moves are listed; a killer may be looked into.
  std::optional<Result> decide(Visit& at, int need, Effort most, bool fresh);
  std::optional<Result> try_killers(Visit& at, int need, Effort most, OnLane lane);
  Child child_of(const Visit& at, int need, const LanePlay& play, int order) const;
  void list_children(Visit& at, int need);
  static Outlook outlook_of(std::span<Child> children);

  // No answer will come: it was stopped, or went too deep.
  bool ended() const { return tree_.stopped() || too_deep_; }

  EndgameTree& tree_;
  Answers answers_;
  std::array<std::vector<Child>, EndgameTree::kMaxPlies> children_;
  // Whether a killer decided the last node at each ply (set by `decide`).
  std::array<bool, EndgameTree::kMaxPlies> killer_decided_{};
  bool too_deep_ = false;  // to be weighed
};

}  // namespace zymurgy
