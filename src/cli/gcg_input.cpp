#include "cli/gcg_input.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/packing.h"

namespace zymurgy {

Outcome<const TileSet*> letters_of_gcgs(const cxxopts::ParseResult& parsed) {
  if (!given(parsed, "letters")) return &TileSet::english();
  return letters_of(parsed);
}

Outcome<GcgReading> read_game(const cxxopts::ParseResult& parsed, const std::string& file) {
  const auto letters = letters_of_gcgs(parsed);
  if (!letters) return tl::unexpected(letters.error());
  const auto text = read_text(file);
  if (!text) return input_error("load-failed", text.error());
  if (is_packed(*text))
    return input_error("bad-gcg", {file + ": compressed, as logs of games are, so not a GCG; `gcg "
                                          "export` writes the games of a log as GCGs"});
  GcgReading reading = read_gcg(*text, **letters);
  if (!reading.is_game())
    return input_error("bad-gcg", {finding_text(file, reading.findings.front())});
  print_findings(file, reading);
  return reading;
}

std::string finding_text(const std::string& file, const GcgFinding& finding) {
  return file + ", line " + std::to_string(finding.line) + ": " + finding.message;
}

nlohmann::ordered_json findings_json(const std::vector<GcgFinding>& findings) {
  auto json = nlohmann::ordered_json::array();
  for (const auto& [line, message] : findings)
    json.push_back({{"line", line}, {"message", message}});
  return json;
}

void print_findings(const std::string& file, const GcgReading& reading) {
  for (const GcgFinding& finding : reading.findings)
    std::fprintf(stderr, "%s\n", finding_text(file, finding).c_str());
}

}  // namespace zymurgy
