// Finds the outcome of a deal if both sides go on as the opponent model says. One searcher per
// thread.
//
// Once the bag is empty all is known, and the endgame solver has the answer. Before that, a side on
// turn solves a pre-endgame of its own: of its plays and the pass, it chooses the one with the most
// wins (a draw counts half) over every order of the tiles that it does not see. Ties go to a pass
// that ends the game, then to the play with the highest static equity, then to the pass.
//
// What is left out: no side infers anything from earlier moves or remembers what it put back in an
// exchange at the root, and later exchanges are not considered. A pass in reply to a pass ends the
// game, since both sides would do the same again until the scoreless turns run out. (Otherwise each
// would imagine the other's choice for every rack it may hold, up to six passes deep.) The
// exception is a pass of ours at the root after which we would rather play if the opponent passes,
// too: it can be worth more than is found here.
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
  DealSearcher(const EndgameContext& context, TranspositionTable& table, const LeaveTable& leaves,
               OpponentModel opponent);

  void set_limits(const Limits& limits) { endgame_.tree.set_limits(limits, nullptr); }
  bool stopped() const { return endgame_.tree.stopped(); }
  // An endgame was too deep to prove: results since then are no proof.
  bool unproved() const { return unproved_; }
  std::uint64_t nodes() const { return endgame_.tree.nodes(); }

  enum class Want : std::uint8_t { kOutcome, kSpread };
  // The outcomes of a legal move over all orders of the bag; for an exchange, over each order
  // before it combined with each order after it. Without kSpread the spread is meaningless; once
  // stopped, the whole result is.
  Outcomes after(const DealtPosition& deal, const Move& move, Want want);
  // The final spread estimated by greedy play.
  int estimate(const DealtPosition& deal, const Move& move);
  // An upper bound, `bound` or less, on the final spread after a move that empties the bag; nothing
  // if the spread is more than `bound`.
  std::optional<int> spread_within(const DealtPosition& deal, const Move& move, int bound);

  // The mover's plays, the pass and, with `exchanges`, its exchanges, by static equity; once out of
  // time only the best move.
  std::vector<Move> moves(const DealtPosition& deal, bool exchanges = false);

 private:
  Outcomes play_on(const DealtPosition& deal, Want want);
  // By equity, but a pass that ends the game comes first, because its outcome is known at once.
  std::vector<Move> candidates_of(const DealtPosition& deal);
  bool all_lose(const DealtPosition& deal, std::span<const Move> candidates);
  Move find_best(const DealtPosition& deal, std::span<const Move> candidates);
  // Whether the side on turn knows the bag and the other rack.
  bool sees_all(const DealtPosition& deal) const {
    return opponent_ == OpponentModel::kWorstCase && !deal.ours;
  }
  // The bags that the side on turn thinks possible.
  std::vector<Draw> possible_bags(const DealtPosition& deal) const;
  Outcomes at_end(const DealtPosition& deal, Want want);
  std::optional<int> sign_beyond(int even);
  int final_spread(const DealtPosition& deal) const;
  std::uint64_t key(const DealtPosition& deal, bool all_seen) const;

  const EndgameContext* context_;
  EndgameSearcher endgame_;
  MoveFinder finder_;
  OpponentModel opponent_;
  static constexpr std::size_t kMostChosen = std::size_t{1} << 20;  // then all are dropped
  std::unordered_map<std::uint64_t, Move> chosen_;
  bool unproved_ = false;
};

}  // namespace zymurgy
