// A position: board, racks, scores, whose turn it is, and how many scoreless turns went before.
//
// A rack may be unknown or partly known (size below kRackSize); its other tiles are then among the
// unseen ones. Making and undoing moves does not allocate. The caller draws: `make` takes the
// played tiles off the rack, `give` adds the drawn ones.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "game/board.h"
#include "game/rules.h"
#include "game/tile_set.h"

namespace zymurgy {

inline constexpr int kScoreLimit = 10000;  // of either sign; keeps a game's sums inside 16 bits

// The tile set and the layout must outlive the position and its copies.
class Position {
 public:
  Position(const TileSet& tiles, const Layout& layout, const Rules& rules = {})
      : tiles_(&tiles), layout_(&layout), rules_(rules) {}

  const TileSet& tiles() const { return *tiles_; }
  const Layout& layout() const { return *layout_; }
  const Rules& rules() const { return rules_; }
  const Board& board() const { return board_; }
  int on_turn() const { return on_turn_; }  // 0 or 1
  const Rack& rack(int player) const { return racks_[player]; }
  const Rack& rack() const { return racks_[on_turn_]; }
  int score(int player) const { return scores_[player]; }
  int spread() const { return scores_[on_turn_] - scores_[1 - on_turn_]; }  // mover minus other
  int scoreless_turns() const { return scoreless_turns_; }
  int scoreless_turns_left() const { return rules_.max_scoreless_turns - scoreless_turns_; }
  // The leave of the rack on turn after a move that uses only its known tiles.
  TileCounts leave_after(const Move& move) const {
    TileCounts leave = rack();
    leave.remove(move.used());
    return leave;
  }
  // The size of the rack on turn: full while the bag has tiles, then the number of known tiles.
  int rack_size() const { return bag_size() > 0 ? kRackSize : rack().size(); }
  // The number of tiles that the other side does not see after the move: the bag and the mover's
  // rack, minus the tiles that a play lays.
  int unseen_by_other(const Move& move) const {
    return bag_size() + rack_size() - (move.is_play() ? move.tiles_played : 0);
  }

  // The tiles on the board and the known tiles of both racks.
  TileCounts known_tiles() const;
  // All other tiles: the bag and the unknown tiles of the racks.
  TileCounts hidden() const;
  // The tiles that the player cannot see: all but those on the board and on the player's own rack.
  TileCounts unseen(int player) const;
  int unseen_count(int player) const {
    return tiles_->total() - board_.tiles() - racks_[player].size();
  }
  // Tiles in the bag: all but those on the board and on two full racks, known or not (both racks
  // are full as long as the bag has tiles).
  int bag_size() const;
  // Whether both racks are completely known.
  bool both_racks_known() const { return hidden().size() == bag_size(); }
  // The most tiles that may be exchanged now; 0 if the bag has fewer than the rules require.
  int most_exchanged() const {
    const int bag = bag_size();
    return bag < rules_.exchange_limit ? 0 : std::min(bag, kRackSize);
  }

  // The setters check nothing. A score must be within kScoreLimit of 0, scoreless turns 0 to 255.
  void set_rules(const Rules& rules) { rules_ = rules; }
  void set_board(const Board& board) { board_ = board; }
  void set_rack(int player, const Rack& rack) { racks_[player] = rack; }
  void set_score(int player, int score) { scores_[player] = static_cast<std::int16_t>(score); }
  void set_scoreless_turns(int n) { scoreless_turns_ = static_cast<std::uint8_t>(n); }
  void set_on_turn(int player) { on_turn_ = static_cast<std::uint8_t>(player); }
  void give(int player, Letter letter) { racks_[player].add(letter); }

  // What `undo` needs to restore the position bit for bit.
  struct Undo {
    Move move;
    Rack rack;
    std::uint8_t scoreless_turns;
  };
  // Plays a legal move and gives the turn to the other side. Tiles of the move that a partly known
  // rack lacks count as drawn from the unseen ones.
  Undo make(const Move& move);
  void undo(const Undo& undo);

  // Whether the game is over: a rack and the bag are empty, or there were too many scoreless turns.
  // Both racks must be known; if one may not be, use `is_over` (game/supply.h).
  bool over() const;
  bool out_of_turns() const { return scoreless_turns_left() <= 0; }
  // Whether a legal move would be the scoreless turn that ends the game.
  bool runs_out_of_turns(const Move& move) const {
    return move.score == 0 && scoreless_turns_left() <= 1;
  }
  // Points that the end of the game adds to the player's score: twice the other rack for the player
  // who went out and 0 for the other; minus the player's own rack if nobody did. Only for a game
  // that is over.
  int end_adjustment(int player) const;
  // What both adjustments add to the player's spread.
  int end_gain(int player) const { return end_adjustment(player) - end_adjustment(1 - player); }
  int final_score(int player) const { return score(player) + end_adjustment(player); }
  int final_spread(int player) const { return final_score(player) - final_score(1 - player); }

  bool operator==(const Position&) const = default;

 private:
  const TileSet* tiles_;
  const Layout* layout_;
  Rules rules_;
  Board board_;
  std::array<Rack, 2> racks_;
  std::array<std::int16_t, 2> scores_{};
  std::uint8_t on_turn_ = 0;
  std::uint8_t scoreless_turns_ = 0;
};

}  // namespace zymurgy
