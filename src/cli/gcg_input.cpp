#include "cli/gcg_input.h"

#include <algorithm>
#include <cstdio>

#include "cli/tables.h"
#include "game/files.h"
#include "game/packing.h"

namespace zymurgy {

Outcome<GcgReading> read_game(const cxxopts::ParseResult& parsed, const std::string& file) {
  const auto letters = letters_of(parsed);
  if (!letters) return tl::unexpected(letters.error());
  const auto text = read_file(file);
  if (!text) return input_error("load-failed", text.error());
  if (is_packed(*text))
    return input_error("bad-gcg", {file + ": packed, as logs of games are; `gcg export` writes "
                                          "their games as GCGs"});
  GcgReading reading = read_gcg(*text, **letters);
  if (std::ranges::none_of(reading.game.events, &GcgEvent::is_turn))
    return input_error("bad-gcg", {file + ": no turn is told"});
  tell_findings(file, reading);
  return reading;
}

void tell_findings(const std::string& file, const GcgReading& reading) {
  for (const auto& [line, message] : reading.findings)
    std::fprintf(stderr, "%s, line %d: %s\n", file.c_str(), line, message.c_str());
}

}  // namespace zymurgy
