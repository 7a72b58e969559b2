// What follows the word `position`: the state of a game, and the turns that led there.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "protocol/cgp.h"
#include "protocol/seen_turn.h"

namespace zymurgy {

// An error as the protocol prints it: `info string error CODE text`.
struct Refusal {
  std::string_view code;
  std::string text;
};

struct PositionLine {
  CgpPosition cgp;
  std::vector<SeenTurn> turns;  // from the named position on, without `rack.TILES`
};

// `startpos [moves M...]` or `cgp CGP [moves M...]`.
tl::expected<PositionLine, Refusal> parse_position_line(std::string_view text,
                                                        const CgpDefaults& defaults);

}  // namespace zymurgy
