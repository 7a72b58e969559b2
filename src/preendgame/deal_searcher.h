// What comes of a deal when both sides go on as the model says: one searcher a thread.
//
// Once the bag is empty all is known, and the endgame solver has the answer. Before, a side on turn
// chooses by a pre-endgame of its own: of its plays and the pass, the one with most wins (half for
// a draw) over every order of the tiles that it does not see; of equals a pass that ends the game,
// or else the play with the highest static equity, or else the pass.
//
// What is left out: nobody infers from earlier moves, nor remembers what he put back in an exchange
// at the root, and later exchanges are not considered. A pass that answers a pass ends the game,
// since both sides would do the same again until the scoreless turns run out. (Otherwise each would
// imagine the other's choice for every rack it may hold, up to six passes deep.) The exception: a
// pass of ours at the root where we would rather play if it came back, which can be worth more than
// is found here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "endgame/search.h"
#include "evaluate/move_finder.h"
#include "preendgame/deal.h"
#include "preendgame/preendgame.h"

namespace zymurgy {

class DealSearcher {
 public:
  DealSearcher(const EndgameGround& ground, TranspositionTable& table, const LeaveTable& leaves,
               OpponentModel opponent);

  void set_limits(const Limits& limits) { endgame_.tree.set_limits(limits, nullptr); }
  bool stopped() const { return endgame_.tree.stopped(); }
  // An endgame was too deep to prove: results since then are no proof.
  bool unproved() const { return unproved_; }
  std::uint64_t nodes() const { return endgame_.tree.nodes(); }

  enum class Want : std::uint8_t { kOutcome, kSpread };
  // What comes of a legal move, over all orders of the bag; of an exchange, over each order before
  // it with each order after it. Without kSpread the spread is meaningless; once stopped, all of it
  // is.
  Outcomes after(const DealtPosition& deal, const Move& move, Want want);
  // A greedy guess at the final spread.
  int estimate(const DealtPosition& deal, const Move& move);
  // What the final spread after a move that empties the bag cannot exceed, `bound` or less; nothing
  // if it is more than `bound`.
  std::optional<int> spread_within(const DealtPosition& deal, const Move& move, int bound);

  // The mover's plays and the pass, and `exchanges` if asked, by static equity; once out of time
  // just the best move.
  std::vector<Move> moves(const DealtPosition& deal, bool exchanges = false);

 private:
  Outcomes go_on(const DealtPosition& deal, Want want);
  // A pass that ends the game comes first, for what comes of it is known at once; then by equity.
  std::vector<Move> candidates_of(const DealtPosition& deal);
  bool all_lose(const DealtPosition& deal, std::span<const Move> candidates);
  Move find_best(const DealtPosition& deal, std::span<const Move> candidates);
  // Whether the side on turn knows the bag and the other rack.
  bool sees_all(const DealtPosition& deal) const {
    return opponent_ == OpponentModel::kWorstCase && !deal.ours;
  }
  // The bags that it takes for possible.
  std::vector<Draw> possible_bags(const DealtPosition& deal) const;
  Outcomes at_end(const DealtPosition& deal, Want want);
  std::optional<int> sign_beyond(int even);
  int final_spread(const DealtPosition& deal) const;
  std::uint64_t key(const DealtPosition& deal, bool all_seen) const;

  const EndgameGround* ground_;
  EndgameSearcher endgame_;
  MoveFinder finder_;
  OpponentModel opponent_;
  static constexpr std::size_t kMostChosen = std::size_t{1} << 20;  // then all are forgotten
  std::unordered_map<std::uint64_t, Move> chosen_;
  bool unproved_ = false;
};

}  // namespace zymurgy
