#include "game/position.h"

#include <algorithm>
#include <limits>

namespace zymurgy {
namespace {

TileCounts tiles_on(const Board& board) {
  TileCounts tiles;
  for (int i = 0; i < kSquares; ++i)
    if (const Tile tile = board.at(i); tile != kEmpty) tiles.add(source_of(tile));
  return tiles;
}

}  // namespace

TileCounts Position::known_tiles() const {
  TileCounts tiles = tiles_on(board_);
  for (const Rack& rack : racks_) tiles.add(rack);
  return tiles;
}

TileCounts Position::hidden() const { return tiles_->counts().without(known_tiles()); }

TileCounts Position::unseen(int player) const {
  TileCounts unseen = tiles_->counts();
  unseen.remove(tiles_on(board_));
  unseen.remove(racks_[player]);
  return unseen;
}

int Position::bag_size() const {
  return std::max(0, tiles_->total() - board_.tiles() - 2 * kRackSize);
}

Position::Undo Position::make(const Move& move) {
  const Undo undo{move, rack(), scoreless_turns_};
  if (move.is_play()) {
    board_.lay(move);
    scores_[on_turn_] = static_cast<std::int16_t>(scores_[on_turn_] + move.score);
  }
  racks_[on_turn_] = rack().without(move.used());
  // No real game has so many scoreless turns, but a game record might.
  constexpr int kMost = std::numeric_limits<std::uint8_t>::max();
  scoreless_turns_ =
      move.score > 0 ? 0 : static_cast<std::uint8_t>(std::min(scoreless_turns_ + 1, kMost));
  on_turn_ ^= 1;
  return undo;
}

void Position::undo(const Undo& undo) {
  on_turn_ ^= 1;
  scoreless_turns_ = undo.scoreless_turns;
  racks_[on_turn_] = undo.rack;
  if (undo.move.is_play()) {
    board_.lift(undo.move);
    scores_[on_turn_] = static_cast<std::int16_t>(scores_[on_turn_] - undo.move.score);
  }
}

bool Position::over() const {
  if (out_of_turns()) return true;
  // Only the side that just moved can have gone out.
  return racks_[1 - on_turn_].empty() && !board_.empty() && bag_size() == 0;
}

int Position::end_adjustment(int player) const {
  const bool out = bag_size() == 0 && !board_.empty() && (racks_[0].empty() || racks_[1].empty());
  if (!out) return -tiles_->points(racks_[player]);
  return racks_[player].empty() ? 2 * tiles_->points(racks_[1 - player]) : 0;
}

}  // namespace zymurgy
