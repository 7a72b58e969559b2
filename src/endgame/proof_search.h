// Whether a side reaches a value, by depth-first proof-number search (A. Nagai, "Df-pn Algorithm
// for Searching AND/OR Trees and Its Applications", 2002).
//
// Asking only yes or no lets lines be as deep as they need to be: the position that seems to take
// the least effort is searched next. The effort to show that a position reaches the value is the
// least effort to refute a child. The effort to refute it is the greatest effort to show a child,
// plus a part of the others': moves have so much in common that a full sum would count the same
// work many times (T. Ueda et al., "Weak Proof-Number Search", 2008, adds one for each).
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

  // Whether the value is `need` or more; nothing if the search was stopped or went too deep.
  std::optional<bool> at_least(int need);

 private:
  using Node = EndgameTree::Node;
  using Visit = EndgameTree::Visit;
  using Killer = EndgameTree::Killer;
  using OnLane = EndgameTree::OnLane;
  using Result = EndgameTree::Result;
  using Effort = TranspositionTable::Effort;

  struct Child {         // a position after a move, while it is weighed
    std::uint64_t name;  // table key, with the value asked
    Effort effort;
    std::int32_t order;
    const LanePlay* play;  // null: the pass
  };
  struct Outlook {          // of the children whose moves are not refuted
    Child* best;            // takes the least effort to refute; null if there is none
    std::uint32_t hardest;  // the greatest effort to show a child
    std::uint32_t others;   // the part of the others' efforts that counts
    std::uint32_t second;   // the effort to refute the second best
    int open;               // how many there are
  };
  // Whether the best move of a position met for the first time is searched, whatever that takes,
  // before its effort is returned.
  enum class Look : std::uint8_t { kNone, kAtBest };

  // Searches until either effort reaches that of `most` or the value is decided; a first look may
  // take more.
  Effort weigh(int ply, const Node& node, int need, Effort most, Look look);
  Effort weigh_moves(Visit& at, int need, Effort most, Look look);
  Effort weigh_after(const Visit& at, const Child& child, int need, Effort most, Look look);
  // What is known before moves are listed; may search a killer.
  std::optional<Result> decide(Visit& at, int need, Effort most, bool fresh);
  std::optional<Result> try_killers(Visit& at, int need, Effort most, OnLane lane);
  Child child_of(const Visit& at, int need, const LanePlay& play, int order) const;
  void list_children(Visit& at, int need);
  static Outlook outlook_of(std::span<Child> children);

  // No answer will come: the search was stopped or went too deep.
  bool ended() const { return tree_.stopped() || too_deep_; }

  EndgameTree& tree_;
  Answers answers_;
  std::array<std::vector<Child>, EndgameTree::kMaxPlies> children_;
  // Whether a killer decided the last node at each ply (set by `decide`).
  std::array<bool, EndgameTree::kMaxPlies> killer_decided_{};
  bool too_deep_ = false;  // a line reached kMaxPlies
};

}  // namespace zymurgy
