// Players that look ahead: the best plays by equity are judged by simulation, the other rack may be
// inferred from its side's moves, and endgames are solved.
#pragma once

#include <memory>

#include "play/player.h"

namespace zymurgy {

std::unique_ptr<Player> make_thinking_player(const PlayerTables& tables, const Thinking& thinking);

}  // namespace zymurgy
