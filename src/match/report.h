// Game results and the standing of a match in the format of fastchess, which other programs read.
#pragma once

#include <string>

#include "match/match.h"

namespace zymurgy {

// Started game 3 of 100 (A vs B): the engine that moves first is named first.
std::string started_line(const MatchOptions& options, const MatchGame& game);
// Finished game 3 (A vs B): 1-0 {A wins 431-388}
std::string finished_line(const MatchOptions& options, const GameResult& result);
// Several lines: Elo, LOS, Games, Ptnml and, with a test, LLR.
std::string standing(const MatchOptions& options, const Scoreboard& scoreboard);

std::string_view verdict_text(Sprt::Verdict verdict);  // H0, H1, open

}  // namespace zymurgy
