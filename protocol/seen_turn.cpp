#include "protocol/seen_turn.h"

#include "protocol/resolve.h"

namespace zymurgy {

Result<std::optional<SeenTurn>> play_turn(const MoveText& move, Position& position) {
  Position before = position;
  if (move.rack) before.set_rack(position.on_turn(), *move.rack);
  const auto played = play_move(move, position);
  if (!played) return tl::unexpected(played.error());
  if (move.kind == MoveText::Kind::kRack) return std::nullopt;
  return SeenTurn{before, *played, move.kind != MoveText::Kind::kPhony};
}

}  // namespace zymurgy
