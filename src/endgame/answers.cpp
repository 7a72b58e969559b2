#include "endgame/answers.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "game/bits.h"

namespace zymurgy {
namespace {

constexpr int kMostTried = 2;              // plays worked out as answers per search of a node
constexpr int kFewOpen = 4;                // with fewer open moves, no answer is worked out
constexpr std::size_t kMostNexts = 20000;  // blanks can give more than pays

// Tiles are packed four bits a letter, as in SolverSide::packed.
bool includes(std::uint32_t rack, std::uint32_t tiles) {
  constexpr std::uint32_t kBorrows = 0x88888888;
  return (((rack | kBorrows) - tiles) & kBorrows) == kBorrows;
}

}  // namespace

Answers::Answers(EndgameTree& tree)
    : tree_(tree),
      ceiling_(tree.context().lexicon->tiles(), *tree.context().layout, tree.context().rules,
               tree.context().anagrams, tree.pool()) {}

void Answers::forget_all() {
  for (OfNode& answers : of_ply_) answers.forget();
}

// The play that last decided a node at the next ply is likely to answer this move, too.
bool Answers::is_answered(const Visit& at, const LanePlay& move, int open) {
  if (tree_.scoreless_turns_after(at.node, move) <= 0) return false;
  auto& [known, newest, tried] = of_ply_[static_cast<std::size_t>(at.ply)];
  const Killer& killer = tree_.killers(at.ply + 1)[0];
  const auto is_it = [&killer](const Answer& answer) { return answer.key == killer.play.key; };
  if (open >= kFewOpen && killer.lane_key != 0 && tried < kMostTried &&
      std::ranges::none_of(known, is_it)) {
    ++tried;
    newest = (newest + 1) % known.size();
    make(known[newest], at, killer);
  }
  for (std::size_t i = 0; i < known.size() && !tree_.stopped(); ++i)
    if (settles(known[(newest + i) % known.size()], at, move)) return true;
  return false;
}

void Answers::make(Answer& answer, const Visit& at, const Killer& killer) {
  const int mover = at.node.mover, other = 1 - mover;
  answer.key = killer.play.key;
  answer.remaining_gains.reset();
  answer.outs.clear();
  const auto play = tree_.playable(at.board, at.node, other, killer, EndgameTree::OnLane::kAny);
  // A pass after the answer must not end the game, so the answer must score, and two scoreless
  // turns must be left after it.
  if (!play || play->score == 0 || tree_.max_scoreless_turns() < 2) return;
  answer.play = *play;
  answer.place = tree_.pool().footprint(at.board, *play);
  EndgameTree::Node node = at.node;
  node.racks[other] -= tree_.taken(other, *play);
  answer.held = tree_.points(other, node);
  tree_.pool().lay(at.board, *play, answer.board);
  if (tree_.most_gain(answer.board, mover, node, at.alpha + play->score))
    answer.remaining_gains = tree_.remaining_gains();
  answer.outs = tree_.find_outs(answer.board, other, node.racks[other]);
  if (!answer.outs.empty()) list_nexts(answer, at);
}

void Answers::list_nexts(Answer& answer, const Visit& at) {
  using Next = Answer::Next;
  const int mover = at.node.mover, rack = at.node.racks[mover];
  const SolverSide& own = tree_.side(mover);
  answer.nexts.clear();
  for (const int lane : Bits(answer.board.live)) {
    if (tree_.must_stop()) return;
    const LaneList plays = tree_.list(answer.board, mover, rack, lane);
    if (answer.nexts.size() > kMostNexts) return answer.outs.clear();
    for (const LanePlay& play : plays.all()) {
      const auto used = static_cast<std::size_t>(tree_.taken(mover, play));
      const Footprint place = tree_.pool().footprint(answer.board, play);
      answer.nexts.push_back({play.score + 2 * own.points[used], play.lane, play.count,
                              own.packed[used],
                              answer.outs.all_apart(tree_.pool(), answer.board, place)});
    }
  }
  if (tree_.must_stop()) return;
  const auto kind = [](const Next& next) { return std::pair(next.count, next.leaves); };
  std::ranges::sort(answer.nexts, {},
                    [&kind](const Next& next) { return std::tuple(kind(next), -next.worth); });
  answer.ends.clear();
  for (std::size_t i = 1; i <= answer.nexts.size(); ++i)
    if (i == answer.nexts.size() || kind(answer.nexts[i]) != kind(answer.nexts[i - 1]))
      answer.ends.push_back(i);
}

bool Answers::settles(const Answer& answer, const Visit& at, const LanePlay& move) {
  if (answer.key == 0 || (!answer.remaining_gains && answer.outs.empty())) return false;
  if (!tree_.pool().apart(at.board, tree_.pool().footprint(at.board, move), answer.place))
    return false;
  const int most = at.alpha - move.score + answer.play.score;
  if (answer.remaining_gains && answer.remaining_gains->after(move) <= most) return true;
  return !answer.outs.empty() && goes_out_in_time(answer, at, move, most);
}

// Whether the mover falls short whatever he does after the move and the answer: pass, make a play
// that was possible before, or make one that the move has made possible.
bool Answers::goes_out_in_time(const Answer& answer, const Visit& at, const LanePlay& move,
                               int most) {
  const int mover = at.node.mover, rack = at.node.racks[mover] - tree_.taken(mover, move);
  SolverBoard& board = tree_.board(at.ply + 1);
  const std::uint64_t outs =
      answer.outs.all_apart(tree_.pool(), answer.board, tree_.pool().footprint(answer.board, move));
  const AfterBoth after{answer, board, mover, rack, most, outs};
  constexpr int kPass = 0;
  if (kPass > worth_answered(after, false, outs)) return false;
  tree_.pool().lay(answer.board, move, board);
  LaneSet changed = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    if (board.lanes[lane] != answer.board.lanes[lane]) changed |= LaneSet{1} << lane;
  if (!answers_nexts(after, changed)) return false;
  ceiling_.set(tree_.side(mover).tiles[static_cast<std::size_t>(rack)]);
  for (const int lane : Bits(changed & board.live))
    if (tree_.must_stop() || !answers_lane(after, lane)) return false;
  return true;
}

// The highest worth of a next play with which the mover still falls short. The play uses the whole
// rack, or else leaves the answering side these outs. Going out gains twice the points left on the
// other rack.
int Answers::worth_answered(const AfterBoth& after, bool whole, std::uint64_t outs) const {
  const int left = tree_.side(after.mover).points[static_cast<std::size_t>(after.rack)];
  if (whole) return after.most + 2 * left - 2 * after.answer.held;
  return outs != 0 ? after.most + 2 * left + after.answer.outs.best_of(outs)
                   : -EndgameTree::kInfinity;
}

bool Answers::answers_nexts(const AfterBoth& after, LaneSet changed) const {
  const SolverSide& own = tree_.side(after.mover);
  const auto rack = static_cast<std::size_t>(after.rack);
  const int size = own.tiles[rack].size();
  const std::vector<Answer::Next>& nexts = after.answer.nexts;
  std::size_t first = 0;
  for (const std::size_t end : after.answer.ends) {
    const int count = nexts[first].count;
    if (count > size) break;
    const int most = worth_answered(after, count == size, after.outs & nexts[first].leaves);
    for (std::size_t i = first; i < end && nexts[i].worth > most; ++i)
      if ((changed >> nexts[i].lane & 1) == 0 && includes(own.packed[rack], nexts[i].tiles))
        return false;
    first = end;
  }
  return true;
}

bool Answers::answers_lane(const AfterBoth& after, int lane) {
  const SolverSide& own = tree_.side(after.mover);
  const auto rack = static_cast<std::size_t>(after.rack);
  const PooledLane& pooled = tree_.pool().lane(after.board, lane);
  const auto worth_with = [&](const Footprint& move, bool whole) {
    if (whole)
      return worth_answered(after, true, after.outs);  // the game is over, so no out follows
    const std::uint64_t outs = after.answer.outs.all_apart(tree_.pool(), after.board, move);
    return worth_answered(after, false, after.outs & outs);
  };
  // Most lanes hold no play that could matter. An out apart from the whole lane is apart from each
  // play on it.
  const LaneCeiling::Scores ceiling = ceiling_.of(pooled);
  const Footprint anywhere{pooled.number, 0, kBoardDim - 1, ~pooled.taken};
  const int left = own.points[rack];
  if (ceiling.whole + 2 * left <= worth_with(anywhere, true) &&
      ceiling.others + 2 * left <= worth_with(anywhere, false))
    return true;
  const LaneList plays = tree_.list(after.board, after.mover, after.rack, lane);
  return std::ranges::all_of(plays.all(), [&](const LanePlay& play) {
    const auto used = static_cast<std::size_t>(tree_.taken(after.mover, play));
    const bool whole = used == rack;
    return play.score + 2 * own.points[used] <=
           worth_with(tree_.pool().footprint(after.board, play), whole);
  });
}

}  // namespace zymurgy
