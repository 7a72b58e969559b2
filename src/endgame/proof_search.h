// Whether a side reaches a value, by depth-first proof-number search (A. Nagai, "Df-pn Algorithm
// for Searching AND/OR Trees and Its Applications", 2002).
//
// Asking only yes or no lets lines be as deep as they need to be: the position that seems to take
// the least effort is searched next. A position's proof number estimates the effort to show that it
// reaches the value: it is the least disproof number of its children. Its disproof number estimates
// the effort to refute that: it is the greatest proof number of the children, plus a part of the
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

  // Whether the value is `need` or more; nothing if the search was stopped or went too deep.
  std::optional<bool> at_least(int need);

 private:
  using Node = EndgameTree::Node;
  using Visit = EndgameTree::Visit;
  using Killer = EndgameTree::Killer;
  using OnLane = EndgameTree::OnLane;
  using Result = EndgameTree::Result;
  using ProofNumbers = TranspositionTable::ProofNumbers;

  struct Child {        // a position after a move, while its parent is searched
    std::uint64_t key;  // table key, with the value asked
    ProofNumbers numbers;
    std::int32_t order;
    const LanePlay* play;  // null: the pass
  };
  struct Summary {                  // of the children whose moves are not refuted
    Child* best;                    // has the least disproof number; null if there is none
    std::uint32_t max_proof;        // the greatest of a child
    std::uint32_t other_proofs;     // the part of the others' that counts
    std::uint32_t second_disproof;  // of the second best
    int open;                       // how many there are
  };
  // Whether the best move of a position met for the first time is searched, whatever that takes,
  // before its numbers are returned.
  enum class Look : std::uint8_t { kNone, kAtBest };

  // Searches until either number reaches its threshold or the value is decided; a first look may
  // take more.
  ProofNumbers search(int ply, const Node& node, int need, ProofNumbers threshold, Look look);
  ProofNumbers search_moves(Visit& at, int need, ProofNumbers threshold, Look look);
  ProofNumbers search_child(const Visit& at, const Child& child, int need, ProofNumbers threshold,
                            Look look);
  // What is known before moves are listed; may search a killer.
  std::optional<Result> decide(Visit& at, int need, ProofNumbers threshold, bool fresh);
  std::optional<Result> try_killers(Visit& at, int need, ProofNumbers threshold, OnLane lane);
  Child child_of(const Visit& at, int need, const LanePlay& play, int order) const;
  void list_children(Visit& at, int need);
  static Summary summary_of(std::span<Child> children);

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
