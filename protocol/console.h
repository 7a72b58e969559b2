// Plain-text answers to the commands for people at a terminal: d, eval, bench, perft, compiler.
#pragma once

#include <string>

#include "play/bench.h"
#include "play/table_cache.h"
#include "protocol/cgp.h"

namespace zymurgy {

// Board, racks, scores, bag and CGP.
std::string position_text(const CgpPosition& cgp);
// A move's static equity, term by term, and its values by the network and the win table.
std::string evaluation_text(LoadedLexicon& tables, const Position& position, const Move& move);
std::string perft_text(const Perft& perft);
// Ends with the two lines that match runners look for.
std::string bench_text(const BenchResult& result, const std::string& lexicon);
std::string compiler_text();

}  // namespace zymurgy
