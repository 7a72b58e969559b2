// Players that look ahead: they judge the best plays by equity by simulation, may infer the other
// rack from its side's moves, and solve endgames and, with a deadline, pre-endgames.
#pragma once

#include <memory>

#include "play/player.h"

namespace zymurgy {

std::unique_ptr<Player> make_thinking_player(const PlayerTables& tables, const Thinking& thinking);

}  // namespace zymurgy
