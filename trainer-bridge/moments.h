// The moments of a game that frames show.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "evaluate/win_table.h"
#include "play/game_record.h"
#include "trainer-bridge/frame.h"

namespace zymurgy::trainer {

// Makes the moments of a game, given each move in turn.
class MomentBuilder {
 public:
  // The moment after `move` from `before`, whether or not it is the move then played.
  Moment moment(const Position& before, const Move& move) const;
  void played(int seat, const Move& move);

 private:
  std::optional<Move> last_;
  std::array<int, 2> since_bingo_{};  // turns of each seat
};

// Calls visit(moment) for every move made while the bag had tiles in a finished game from `start`
// (an empty board with layout and rules). The win target is the table's chance `horizon` plies
// later, or the result if the game is over by then.
Result<void> for_each_moment(const GameRecord& record, const Position& start, const WinTable& wins,
                             int horizon, const std::function<void(const Moment&)>& visit);

}  // namespace zymurgy::trainer
