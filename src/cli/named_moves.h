// The moves that the user of a command names.
#pragma once

#include <cxxopts.hpp>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "cli/outcome.h"
#include "game/position.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// Adds --move, which may be repeated; `help`: what is done with its moves.
void add_move_option(cxxopts::Options& options, const std::string& help);
// The moves of --move, each once.
Outcome<std::vector<Move>> moves_given(const cxxopts::ParseResult& parsed,
                                       const Position& position);
Outcome<std::vector<Move>> moves_in(const std::vector<std::string>& texts,
                                    const Position& position);

// A named move may be a phony, and is taken as if it stood. note_phony() notes that in its JSON
// row; print_phonies() prints a line for each phony below a table.
void note_phony(nlohmann::ordered_json& row, const Move& move, const Position& position,
                const Lexicon& lexicon);
void print_phonies(std::span<const Move> moves, const Position& position, const Lexicon& lexicon);

}  // namespace zymurgy
