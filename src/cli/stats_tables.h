// The statistics of games as tables of text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "review/game_stats.h"

namespace zymurgy {

struct StatsTable {
  std::string title, note;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // the first cell names the row
};

std::vector<StatsTable> stats_tables(const GameStats& stats);
nlohmann::ordered_json stats_json(const GameStats& stats);

}  // namespace zymurgy
