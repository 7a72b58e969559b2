#include "preendgame/deal_searcher.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "game/random.h"

namespace zymurgy {
namespace {

constexpr int kInfinity = EndgameTree::kInfinity;

// The deal as the other side has it after the mover's move, before anything is drawn.
DealtPosition deal_after(const DealtPosition& deal, const Move& move, const Rules& rules) {
  DealtPosition next = deal;
  const TileCounts used = move.used();
  next.mover = deal.other;
  next.other = deal.mover;
  next.other.remove(used);
  next.lead = -deal.lead - move.score;
  next.scoreless_turns_left =
      move.score > 0 ? rules.max_scoreless_turns : deal.scoreless_turns_left - 1;
  next.passed = move.kind == MoveKind::kPass;
  next.ours = !deal.ours;
  if (!deal.ours) next.known = deal.known.without(used);
  if (move.is_play()) next.board.lay(move);
  return next;
}

}  // namespace

DealSearcher::DealSearcher(const EndgameContext& context, TranspositionTable& table,
                           const LeaveTable& leaves, OpponentModel opponent)
    : context_(&context),
      endgame_(context, table),
      finder_(*context.lexicon, leaves),
      opponent_(opponent) {}

std::vector<Move> DealSearcher::moves(const DealtPosition& deal, bool exchanges) {
  Position position(context_->lexicon->tiles(), *context_->layout, context_->rules);
  position.set_board(deal.board);
  position.set_rack(0, deal.mover);
  const Lanes lanes(*context_->lexicon, *context_->layout, deal.board);
  std::vector<Move> moves;
  if (endgame_.tree.out_of_time()) return {finder_.best(position, lanes).move};
  for (const Candidate& candidate : finder_.all(position, lanes))
    if (exchanges || candidate.move.kind != MoveKind::kExchange) moves.push_back(candidate.move);
  return moves;
}

// The final spread once the scoreless turns have run out.
int DealSearcher::final_spread(const DealtPosition& deal) const {
  const TileSet& tiles = context_->lexicon->tiles();
  return deal.lead - tiles.points(deal.mover) + tiles.points(deal.other);
}

// The sign of the endgame's value minus `even`, the likelier one tried first; nothing if too deep.
std::optional<int> DealSearcher::sign_beyond(int even) {
  const bool more = endgame_.alpha_beta.search(0, -kInfinity, kInfinity).value > even;
  const auto first = endgame_.proof.at_least(more ? even + 1 : even);
  if (!first) return std::nullopt;
  if (*first == more) return more ? 1 : -1;
  const auto second = endgame_.proof.at_least(more ? even : even + 1);
  if (!second) return std::nullopt;
  return *second == more ? 0 : more ? -1 : 1;
}

// The outcome of a deal whose bag is empty.
Outcomes DealSearcher::at_end(const DealtPosition& deal, Want want) {
  endgame_.tree.set(deal.board, deal.mover, deal.other, deal.scoreless_turns_left);
  const int even = -deal.lead;
  const bool exact = want == Want::kSpread;
  if (!exact)  // the value search is for endgames too deep for that
    if (const auto sign = sign_beyond(even)) return outcome(*sign, 1);
  const auto result = endgame_.alpha_beta.prove(exact ? 0 : even, exact ? -kInfinity : even - 1,
                                                exact ? kInfinity : even + 1);
  unproved_ |= !result.proved;
  return outcome(deal.lead + result.value, 1);
}

Outcomes DealSearcher::after(const DealtPosition& deal, const Move& move, Want want) {
  DealtPosition next = deal_after(deal, move, context_->rules);
  const int bag = deal.bag.size(), drawn = std::min<int>(move.tiles_played, bag);
  const bool ends = next.scoreless_turns_left <= 0 || (next.passed && deal.passed);
  Outcomes sum;
  for (const Draw& draw : draws_of(deal.bag, drawn)) {
    DealtPosition drawn_deal = next;
    drawn_deal.other.add(draw.tiles);
    drawn_deal.bag.remove(draw.tiles);
    std::int64_t times = draw.orders;
    if (move.kind == MoveKind::kExchange) {
      // The bag is shuffled: its order below the tiles drawn says nothing about its order now.
      drawn_deal.bag.add(move.used());
      times *= factorial(bag - drawn);
    }
    const Outcomes outcomes =
        ends ? outcome(final_spread(drawn_deal), factorial(drawn_deal.bag.size()))
        : drawn_deal.bag.empty() ? at_end(drawn_deal, want)
                                 : play_on(drawn_deal, want);
    if (stopped()) return sum;
    sum.add(outcomes.swapped(), times);
  }
  return sum;
}

std::uint64_t DealSearcher::key(const DealtPosition& deal, bool all_seen) const {
  std::uint64_t hash = mix64(static_cast<std::uint64_t>(deal.lead + 30000) << 16 |
                             static_cast<std::uint64_t>(deal.scoreless_turns_left) << 2 |
                             (deal.passed ? 2U : 0U) | (deal.ours ? 1U : 0U));
  const auto mix = [&hash](std::uint64_t word) { hash = mix64(hash, word); };
  for (int square = 0; square < kSquares; ++square)
    if (const Tile tile = deal.board.at(square); tile != kEmpty)
      mix(static_cast<std::uint64_t>(square) << 8 | tile);
  const auto mix_tiles = [&mix](const TileCounts& tiles) {
    tiles.for_each_tile([&mix](Letter letter) { mix(letter); });
    mix(0xffff);
  };
  mix_tiles(deal.mover);
  if (all_seen) mix_tiles(deal.other);
  mix_tiles(deal.known);  // the other side imagines our answers from what we know
  return hash;
}

Outcomes DealSearcher::play_on(const DealtPosition& deal, Want want) {
  const bool all_seen = sees_all(deal);
  const std::uint64_t deal_key = key(deal, all_seen);
  auto chosen = chosen_.find(deal_key);
  if (chosen == chosen_.end()) {
    const std::vector<Move> candidates = candidates_of(deal);
    if (want == Want::kOutcome && !all_seen && all_lose(deal, candidates))
      return outcome(-1, factorial(deal.bag.size()));
    const Move best = find_best(deal, candidates);
    if (stopped()) return {};
    if (chosen_.size() >= kMostChosen) chosen_.clear();
    chosen = chosen_.emplace(deal_key, best).first;
  }
  const Move move = chosen->second;  // copied: the table may be cleared on the way
  return after(deal, move, want);
}

std::vector<Move> DealSearcher::candidates_of(const DealtPosition& deal) {
  std::vector<Move> candidates = moves(deal);
  if (deal.passed || deal.scoreless_turns_left <= 1)
    std::stable_partition(candidates.begin(), candidates.end(),
                          [](const Move& move) { return move.kind == MoveKind::kPass; });
  return candidates;
}

// Whether all candidates lose with the bag as it is. If so, it does not matter which one is chosen,
// nor which bags the side on turn thinks possible.
bool DealSearcher::all_lose(const DealtPosition& deal, std::span<const Move> candidates) {
  return std::ranges::all_of(candidates, [&](const Move& move) {
    const Outcomes outcomes = after(deal, move, Want::kOutcome);
    return !stopped() && outcomes.losses == outcomes.weight();
  });
}

std::vector<Draw> DealSearcher::possible_bags(const DealtPosition& deal) const {
  const int bag = deal.bag.size();
  if (sees_all(deal)) return {{deal.bag, factorial(bag)}};
  TileCounts drawable = deal.unseen();
  if (deal.ours) drawable.remove(deal.known);
  return draws_of(drawable, bag);
}

Move DealSearcher::find_best(const DealtPosition& deal, std::span<const Move> candidates) {
  struct Guess {
    Draw bag;
    double harm = 0;  // the sum of the shares lost by the moves tried so far
  };
  std::vector<Guess> guesses;
  std::int64_t all = 0;
  for (const Draw& bag : possible_bags(deal)) {
    guesses.push_back({bag});
    all += bag.orders;
  }

  const TileCounts unseen = deal.unseen();
  std::int64_t most = -1;  // half points
  std::size_t best = 0;
  DealtPosition imagined = deal;
  for (std::size_t i = 0; i < candidates.size() && most < 2 * all; ++i) {
    std::int64_t half_points = 0, left = 2 * all;
    // The bags that cost most come first, so that a move that cannot be best is soon found out.
    std::stable_sort(guesses.begin(), guesses.end(),
                     [](const Guess& a, const Guess& b) { return a.harm > b.harm; });
    for (Guess& guess : guesses) {
      if (half_points + left <= most) break;
      imagined.bag = guess.bag.tiles;
      imagined.other = unseen;
      imagined.other.remove(imagined.bag);
      const Outcomes outcomes = after(imagined, candidates[i], Want::kOutcome);
      if (stopped()) return Move::pass();
      half_points += outcomes.half_points() * (guess.bag.orders / outcomes.weight());
      left -= 2 * guess.bag.orders;
      guess.harm += 1 - outcomes.share_won();
    }
    if (half_points > most && left == 0) most = half_points, best = i;
  }
  return candidates[best];
}

int DealSearcher::estimate(const DealtPosition& deal, const Move& move) {
  DealtPosition next = deal_after(deal, move, context_->rules);
  const int drawn = std::min<int>(move.tiles_played, deal.bag.size());
  // Any tiles will do if the draw leaves some in the bag.
  deal.bag.for_each_tile([&, left = drawn](Letter letter) mutable {
    if (left-- > 0) next.other.add(letter);
  });
  if (next.scoreless_turns_left <= 0) return -final_spread(next);
  endgame_.tree.set(next.board, next.mover, next.other, next.scoreless_turns_left);
  return -(next.lead + endgame_.alpha_beta.search(0, -kInfinity, kInfinity).value);
}

std::optional<int> DealSearcher::spread_within(const DealtPosition& deal, const Move& move,
                                               int bound) {
  DealtPosition next = deal_after(deal, move, context_->rules);
  next.other.add(deal.bag);
  endgame_.tree.set(next.board, next.mover, next.other, next.scoreless_turns_left);
  // final spread > bound, seen by the other side: value < -bound - lead.
  const int limit = -bound - next.lead;
  const auto result = endgame_.alpha_beta.prove(limit, limit - 1, limit);
  unproved_ |= !result.proved;
  if (result.value < limit) return std::nullopt;
  return std::min(bound, -(next.lead + result.value));
}

}  // namespace zymurgy
