// Annotated games that a command's words name.
#pragma once

#include <cxxopts.hpp>
#include <string>

#include "cli/outcome.h"
#include "protocol/gcg.h"

namespace zymurgy {

// A GCG file in which turns are told, of the tiles of --letters where it names none. What is odd
// about it is told on stderr.
Outcome<GcgReading> read_game(const cxxopts::ParseResult& parsed, const std::string& file);
void tell_findings(const std::string& file, const GcgReading& reading);

}  // namespace zymurgy
