// What a `go` command asks for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zymurgy {

// One bit each, so that a mode can say which it honours.
enum GoParameter : std::uint32_t {
  kGoDepth = 1 << 0,
  kGoIterations = 1 << 1,
  kGoMoveTime = 1 << 2,
  kGoStopCondition = 1 << 3,
  kGoFirstWin = 1 << 4,
  kGoInfinite = 1 << 5,
  kGoClocks = 1 << 6,
  kGoSearchMoves = 1 << 7,
  kGoAlsoSearchMoves = 1 << 8,
  kGoUseInference = 1 << 9,
  kGoThreads = 1 << 10,
};

struct GoRequest {
  std::string_view mode = "auto";
  std::uint32_t given = 0;  // GoParameter bits
  // In plies, iterations of the simulation, ms, per cent, and threads.
  std::int64_t depth = 0, iterations = 0, move_time = 0, stop_condition = 0, threads = 0;
  // The clocks of the first and the second player in the CGP, in ms.
  std::array<std::optional<std::int64_t>, 2> times, increments;
  std::vector<std::string> search_moves, also_search_moves;
  std::vector<std::string> not_understood;  // tokens, with their values

  bool has(GoParameter parameter) const { return (given & parameter) != 0; }
};

// Reads what follows `go`. Unknown words and bad values go to not_understood; nothing is an error.
GoRequest parse_go(std::string_view text);

// The keywords of those parameters in `bits` that the request gives.
std::vector<std::string_view> go_words(const GoRequest& request, std::uint32_t bits);

}  // namespace zymurgy
