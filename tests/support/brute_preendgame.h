// Pre-endgames by brute force, to check the solver against.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "endgame/endgame.h"
#include "evaluate/move_finder.h"
#include "preendgame/preendgame.h"

namespace zymurgy::test {

// Calls f(the first `count` tiles) for every order of the tiles, with equal tiles told apart.
template <typename F>
void for_each_order(std::vector<Letter> tiles, int count, F&& f, std::size_t at = 0) {
  if (at == static_cast<std::size_t>(count))
    return f(std::vector(tiles.begin(), tiles.begin() + count));
  for (std::size_t i = at; i < tiles.size(); ++i) {
    std::swap(tiles[at], tiles[i]);
    for_each_order(tiles, count, f, at + 1);
    std::swap(tiles[at], tiles[i]);
  }
}

inline std::vector<Letter> list(const TileCounts& tiles) {
  std::vector<Letter> letters;
  tiles.for_each_tile([&letters](Letter letter) { letters.push_back(letter); });
  return letters;
}

// The model, by plain enumeration: every order of the bag by itself, no pruning, every endgame
// solved alone. Tiles are drawn from the back of the bag.
class BrutePreendgame {
 public:
  BrutePreendgame(const Lexicon& lexicon, const LeaveTable& leaves, OpponentModel model)
      : lexicon_(&lexicon), finder_(lexicon, leaves), model_(model) {}

  std::vector<Move> moves(const Position& position) {
    const Lanes lanes(*lexicon_, position);
    std::vector<Move> moves;
    for (const Candidate& candidate : finder_.all(position, lanes)) moves.push_back(candidate.move);
    return moves;
  }

  // The outcomes of a move over all orders of the unseen tiles, and of an exchange also over all
  // orders of the bag after it.
  Outcomes tally(const Position& position, const Move& move) {
    Outcomes sum;
    for_each_deal(position, [&](const Position& dealt, const std::vector<Letter>& bag) {
      sum.add(after({dealt, bag, position.rack(1 - position.on_turn())}, move));
    });
    return sum;
  }

 private:
  struct Deal {
    Position position;  // both racks known
    std::vector<Letter> bag;
    TileCounts known;  // what we know of the other rack
    bool passed = false;
    bool ours = true;
  };

  // Calls f for every other rack that includes what is known of it, and every order of the bag.
  template <typename F>
  static void for_each_deal(const Position& position, F&& f) {
    const TileCounts unseen = position.unseen(position.on_turn());
    const TileCounts drawable = unseen.without(position.rack(1 - position.on_turn()));
    for_each_order(list(drawable), position.bag_size(), [&](const std::vector<Letter>& bag) {
      Position dealt = position;
      Rack other = unseen;
      for (const Letter letter : bag) other.remove(letter);
      dealt.set_rack(1 - position.on_turn(), other);
      f(dealt, bag);
    });
  }

  Outcomes after(Deal deal, const Move& move) {
    Position& position = deal.position;
    const int mover = position.on_turn();
    position.make(move);
    for (int n = 0; n < move.tiles_played && !deal.bag.empty(); ++n) {
      position.give(mover, deal.bag.back());
      deal.bag.pop_back();
    }
    const bool ends = position.over() || (deal.passed && move.kind == MoveKind::kPass);
    deal.passed = move.kind == MoveKind::kPass;
    if (!deal.ours) deal.known = deal.known.without(move.used());
    deal.ours = !deal.ours;
    const auto go_on = [&] {
      return ends               ? outcome(position.spread() + at_end(position), 1)
             : deal.bag.empty() ? outcome(endgame(position), 1)
                                : after(deal, choose(deal));
    };
    if (move.kind != MoveKind::kExchange) return go_on().swapped();
    TileCounts bag = move.used();
    for (const Letter letter : deal.bag) bag.add(letter);
    Outcomes sum;
    for_each_order(list(bag), bag.size(), [&](const std::vector<Letter>& order) {
      deal.bag = order;
      sum.add(go_on().swapped());
    });
    return sum;
  }

  static int at_end(const Position& position) {
    const TileSet& tiles = position.tiles();
    const int mover = position.on_turn();
    return tiles.points(position.rack(1 - mover)) - tiles.points(position.rack(mover));
  }

  int endgame(const Position& position) {
    const auto [found, fresh] = endgames_.try_emplace(name(position));
    if (fresh) {
      EndgameOptions options;
      options.hash_mb = 1;
      const auto answer = solve_endgame(*lexicon_, position, options);
      REQUIRE(answer);
      REQUIRE(answer->proved);
      found->second = answer->spread;
    }
    return position.spread() + found->second;
  }

  Move choose(const Deal& deal) {
    const bool all_seen = !deal.ours && model_ == OpponentModel::kWorstCase;
    Position seen = deal.position;
    if (!all_seen) seen.set_rack(1 - seen.on_turn(), deal.ours ? deal.known : TileCounts{});
    const auto [found, fresh] = choices_.try_emplace(
        name(seen) + (deal.passed ? " passed " : " ") + (deal.ours ? "ours " : "theirs ") +
        std::to_string(seen.spread()) + ' ' + seen.tiles().rack_text(deal.known));
    if (!fresh) return found->second;
    std::int64_t most = -1;
    Move best;
    std::vector<Move> candidates = moves(seen);
    // Among equals, a pass that ends the game comes first.
    if (deal.passed || seen.scoreless_turns() + 1 >= seen.rules().max_scoreless_turns)
      std::stable_partition(candidates.begin(), candidates.end(),
                            [](const Move& move) { return move.kind == MoveKind::kPass; });
    for (const Move& move : candidates) {
      if (move.kind == MoveKind::kExchange) continue;
      Outcomes sum;
      const auto count = [&](const Position& dealt, const std::vector<Letter>& bag) {
        sum.add(after({dealt, bag, deal.known, deal.passed, deal.ours}, move));
      };
      if (all_seen)
        for_each_order(deal.bag, static_cast<int>(deal.bag.size()),
                       [&](const std::vector<Letter>& bag) { count(deal.position, bag); });
      else
        for_each_deal(seen, count);
      if (sum.half_points() > most) most = sum.half_points(), best = move;
    }
    return choices_[found->first] = best;
  }

  // Identifies all of a position but the scores.
  static std::string name(const Position& position) {
    std::string name;
    for (int square = 0; square < kSquares; ++square)
      name += static_cast<char>(position.board().at(square));
    const int mover = position.on_turn();
    for (const int player : {mover, 1 - mover}) {
      position.rack(player).for_each_tile(
          [&](Letter letter) { name += static_cast<char>(letter); });
      name += ' ';
    }
    return name + std::to_string(position.scoreless_turns());
  }

  const Lexicon* lexicon_;
  MoveFinder finder_;
  OpponentModel model_;
  std::map<std::string, int> endgames_;
  std::map<std::string, Move> choices_;
};

}  // namespace zymurgy::test
