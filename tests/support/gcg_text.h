// GCG texts: beginnings to extend, and the findings from reading them.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "protocol/gcg.h"

namespace zymurgy::test {

inline const std::string kHead = "#player1 A Ann\n#player2 B Bob of Bree\n";
inline const std::string kFirst = kHead + ">A: EEINOSS 8B ONESIES +66 66\n";
inline const std::string kGame = kFirst + ">B: AGIOPTU C3 POUTI.G +26 26\n";

inline std::string first_finding(const GcgReading& reading) {
  if (reading.findings.empty()) return "";
  const GcgFinding& first = reading.findings.front();
  return "line " + std::to_string(first.line) + ": " + first.message;
}

inline std::string gcg_error(const std::string& text) { return first_finding(read_gcg(text)); }

inline GcgReading sound(const std::string& text) {
  GcgReading reading = read_gcg(text);
  REQUIRE_MESSAGE(reading.findings.empty(), first_finding(reading));
  return reading;
}

inline GcgGame game_of(const std::string& text) { return sound(text).game; }

}  // namespace zymurgy::test
