#include "support/referee.h"

#include "game/scoring.h"

namespace zymurgy {
namespace {

std::string judge_play(const Position& position, const Move& move, const WordGraph& graph) {
  const auto placed = check_placement(position.board(), position.layout(), position.tiles(),
                                      position.rules(), move);
  if (!placed) return placed.error().message;
  if (*placed != move) return "score, length or number of tiles is wrong";
  for (Word word : words_formed(position.board(), move)) {
    for (Tile& tile : word) tile = letter_of(tile);
    if (!graph.contains(word)) return "no word";
  }
  return {};
}

}  // namespace

std::string judge(const GameRecord& record, const Lexicon& lexicon, const Layout& layout,
                  const Rules& rules) {
  const TileSet& tiles = lexicon.tiles();
  Position position(tiles, layout, rules);
  TileCounts bag = tiles.counts();
  const auto take = [&bag](const TileCounts& drawn) {
    if (!bag.includes(drawn)) return false;
    bag.remove(drawn);
    return true;
  };
  for (const Rack& rack : record.racks)
    if (rack.size() != kRackSize || !take(rack)) return "a first rack that cannot be";

  std::string fault;
  int turn_number = 0, scoreless_turns = 0;
  const auto look = [&](const Position& before, const Turn& turn) {
    ++turn_number;
    const Move& move = turn.move;
    const auto fail = [&](const std::string& what) {
      if (fault.empty()) fault = "turn " + std::to_string(turn_number) + ": " + what;
    };
    if (before.bag_size() != bag.size()) fail("the bag's size is wrong");
    if (move.is_play())
      if (auto what = judge_play(before, move, lexicon.graph()); !what.empty()) fail(what);
    if (move.kind == MoveKind::kExchange &&
        (bag.size() < std::max(rules.exchange_limit, move.used().size()) || move.score != 0))
      fail("an exchange that is not allowed");
    if (turn.drawn.size() != std::min(move.used().size(), bag.size())) fail("draws wrongly");
    if (!take(turn.drawn)) fail("draws what is not there");
    if (move.kind == MoveKind::kExchange) bag.add(move.used());
    scoreless_turns = move.score > 0 ? 0 : scoreless_turns + 1;
  };
  if (auto done = replay(record, position, look); !done) return done.error().message;
  if (!fault.empty()) return fault;
  if (!position.over()) return "the game is not over";
  const bool out = bag.empty() && (position.rack(0).empty() || position.rack(1).empty());
  return out || scoreless_turns == rules.max_scoreless_turns ? "" : "ended for no reason";
}

}  // namespace zymurgy
