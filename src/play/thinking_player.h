// Players that look ahead: the best plays by static equity are judged by simulation, the other rack
// is what their moves say of it, and endgames are solved.
#pragma once

#include <memory>

#include "evaluate/win_table.h"
#include "play/player.h"

namespace zymurgy {

// What is handed in must outlive the player.
std::unique_ptr<Player> make_thinking_player(const Lexicon& lexicon, const LeaveTable& leaves,
                                             const WinTable& wins, const Thinking& thinking);

}  // namespace zymurgy
