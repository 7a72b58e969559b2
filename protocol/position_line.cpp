#include "protocol/position_line.h"

#include <utility>

#include "game/text.h"

namespace zymurgy {
namespace {

tl::unexpected<Refusal> refused(std::string_view code, std::string text) {
  return tl::unexpected(Refusal{code, std::move(text)});
}

tl::expected<CgpPosition, Refusal> parse_start(std::string_view kind, std::string_view cgp,
                                               const CgpDefaults& defaults) {
  if (same_ignoring_case(kind, "startpos")) {
    if (!trim(cgp).empty())
      return refused("bad-position",
                     "expected moves behind startpos, found " + in_quotes(trim(cgp)));
    return CgpPosition(Position(*defaults.tiles, *defaults.layout, defaults.rules));
  }
  if (!same_ignoring_case(kind, "cgp"))
    return refused("bad-position", "expected startpos or cgp, found " + in_quotes(kind));
  auto read = parse_cgp(cgp, defaults);
  if (!read) return refused("bad-position", read.error().message);
  return std::move(*read);
}

}  // namespace

tl::expected<PositionLine, Refusal> parse_position_line(std::string_view text,
                                                        const CgpDefaults& defaults) {
  const std::string_view kind = take_token(text);
  const std::string_view cgp = take_until_word(text, "moves");
  auto start = parse_start(kind, cgp, defaults);
  if (!start) return tl::unexpected(std::move(start.error()));
  PositionLine line{std::move(*start), {}};
  if (const auto playable = check_variant(line.cgp); !playable)
    return refused("bad-position", playable.error().message);

  Position& position = line.cgp.position;
  for (std::string_view token; !(token = take_token(text)).empty();) {
    const auto move = parse_ucgi_move(token, position.tiles());
    if (!move) return refused("bad-move", move.error().message);
    const auto turn = play_turn(token, *move, position);
    if (!turn) return refused("bad-move", turn.error().message);
    if (!*turn) continue;
    line.cgp.last_move = *move;
    line.turns.push_back(**turn);
  }
  if (!line.turns.empty()) infer_final_rack(line.turns.back(), position);
  if (line.cgp.ignore_opponent_rack) forget_other_rack(position, line.turns);
  return line;
}

}  // namespace zymurgy
