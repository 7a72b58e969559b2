// CGP: a position on one line, `BOARD RACKS SCORES ZEROTURNS [opcode operands;]...`
//
// The player on turn comes first and is player 0 of the position read. Reading checks that the
// tiles exist; unknown operations are kept and written back. What was written reads as the same
// position. Errors say which field or operation is wrong and quote it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.h"
#include "protocol/notation.h"

namespace zymurgy {

// The one variant that is played.
inline constexpr std::string_view kVariant = kBoardDim == 15 ? "classic" : "classic_super";

// What holds where a CGP does not say.
struct CgpDefaults {
  const TileSet* tiles = &TileSet::english();
  const Layout* layout = &Layout::standard();
  Rules rules;
};

struct CgpOperation {
  std::string code, operands;
  bool operator==(const CgpOperation&) const = default;
};

struct CgpPosition {
  // A program of the larger board writes the tile set always: what it takes where nothing is said
  // depends on its options.
  explicit CgpPosition(const Position& p);

  Position position;
  std::string lexicon;                                // lex: its code, empty if not said
  std::string variant;                                // var
  std::string game_id;                                // gid
  std::optional<MoveText> last_move;                  // lm
  std::optional<std::array<std::int64_t, 2>> clocks;  // tmr: ms, by player
  std::int64_t increment = 0, overtime = 0;           // ti, to: ms
  bool ignore_opponent_rack = false;                  // oru
  std::vector<CgpOperation> unknown;
  // Bit i: the i-th known operation was said (or is to be written although its value is the
  // default).
  std::uint32_t said = 0;

  bool operator==(const CgpPosition&) const = default;
};

Result<CgpPosition> parse_cgp(std::string_view text, const CgpDefaults& defaults = {});
std::string cgp_text(const CgpPosition& cgp);
// A position of another variant cannot be played.
Result<void> check_variant(const CgpPosition& cgp);
// The position alone, with the operations it needs: lexicon, letters, layout and rules where these
// are not the defaults.
std::string cgp_text(const Position& position, std::string_view lexicon = {});

// void single double triple 5pt 10pt; also five_point, ten_point.
std::optional<ChallengeRule> parse_challenge_rule(std::string_view text);
std::string_view challenge_rule_text(ChallengeRule rule);

}  // namespace zymurgy
