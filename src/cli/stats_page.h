// The statistics of games as one self-contained HTML page: tables, and plots in SVG.
#pragma once

#include <string>

#include "review/game_stats.h"

namespace zymurgy {

std::string stats_page(const GameStats& stats);

}  // namespace zymurgy
