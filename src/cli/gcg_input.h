// Reads the annotated games that a command's arguments name.
#pragma once

#include <cxxopts.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/outcome.h"
#include "protocol/gcg.h"

namespace zymurgy {

// The tile set of GCGs that name none: that of --letters, or the standard board's English one.
Outcome<const TileSet*> letters_of_gcgs(const cxxopts::ParseResult& parsed);
inline constexpr const char* kLettersOfGcgs =
    "Tile set of GCGs that name none (english, french, ...)";

// Reads a GCG file. Its findings are printed on stderr.
Outcome<GcgReading> read_game(const cxxopts::ParseResult& parsed, const std::string& file);
std::string finding_text(const std::string& file, const GcgFinding& finding);
void print_findings(const std::string& file, const GcgReading& reading);
nlohmann::ordered_json findings_json(const std::vector<GcgFinding>& findings);

}  // namespace zymurgy
