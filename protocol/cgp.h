// CGP: a position on one line, `BOARD RACKS SCORES ZEROTURNS [opcode operands;]...`
//
// The player on turn comes first and is player 0 of the position read. Reading checks that the tile
// set has enough tiles; unknown operations are kept and written back. A written CGP reads as the
// same position. Errors say which field or operation is wrong and quote it.
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

// The only variant that this build plays.
inline constexpr std::string_view kVariant = kBoardDim == 15 ? "classic" : "classic_super";

// What applies where a CGP does not say.
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
  // A build for the larger board always writes the tile set, since its default depends on options.
  explicit CgpPosition(const Position& p);

  Position position;
  std::string lexicon;                                // lex: its code, empty if not given
  std::string variant;                                // var
  std::string game_id;                                // gid
  std::optional<MoveText> last_move;                  // lm
  std::optional<std::array<std::int64_t, 2>> clocks;  // tmr: ms, by player
  std::int64_t increment = 0, overtime = 0;           // ti, to: ms
  bool ignore_opponent_rack = false;                  // oru
  std::vector<CgpOperation> unknown;
  // Bit i: the i-th known operation was given (or is to be written although its value is the
  // default).
  std::uint32_t given = 0;

  bool operator==(const CgpPosition&) const = default;
};

Result<CgpPosition> parse_cgp(std::string_view text, const CgpDefaults& defaults = {});
std::string cgp_text(const CgpPosition& cgp);
// An error if the position is of a variant that this build does not play.
Result<void> check_variant(const CgpPosition& cgp);
// The position alone, with the operations it needs: lexicon, letters, layout and rules where these
// are not the defaults.
std::string cgp_text(const Position& position, std::string_view lexicon = {});

// void single double triple 5pt 10pt; also five_point, ten_point.
std::optional<ChallengeRule> parse_challenge_rule(std::string_view text);
std::string_view challenge_rule_text(ChallengeRule rule);

}  // namespace zymurgy
