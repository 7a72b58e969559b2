#include "protocol/seen_turn.h"

#include "game/supply.h"
#include "protocol/resolve.h"

namespace zymurgy {

Result<std::optional<SeenTurn>> play_turn(std::string_view written, const MoveText& move,
                                          Position& position) {
  if (is_over(position) && move.kind != MoveText::Kind::kRack)
    return tl::unexpected(bad_move(written, "the game is over"));
  Position before = position;
  if (move.rack) before.set_rack(position.on_turn(), *move.rack);
  const auto played = play_move(move, position);
  if (!played) return tl::unexpected(bad_move(written, played.error().message));
  if (move.kind == MoveText::Kind::kRack) return std::nullopt;
  return SeenTurn{before, *played, move.kind != MoveText::Kind::kPhony};
}

void infer_final_rack(const SeenTurn& last, Position& position) {
  const int mover = last.before.on_turn();
  const bool out = last.move.is_play() && last.stands && last.before.bag_size() == 0 &&
                   !last.before.rack().empty() && position.rack(mover).empty();
  const TileCounts left = position.hidden();
  if (out && position.rack(1 - mover).empty() && left.size() <= kRackSize)
    position.set_rack(1 - mover, left);
}

void forget_other_rack(Position& position, std::span<SeenTurn> turns) {
  const int other = 1 - position.on_turn();
  position.set_rack(other, {});
  for (SeenTurn& turn : turns)
    if (turn.before.on_turn() == other) turn.before.set_rack(other, {});
}

}  // namespace zymurgy
