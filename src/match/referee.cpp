#include "match/referee.h"

#include "game/scoring.h"
#include "protocol/resolve.h"

namespace zymurgy {

Result<Move> judge_move(std::string_view best_move, const Position& position,
                        const Lexicon& lexicon) {
  const auto said = parse_ucgi_move(best_move, position.tiles());
  if (!said) return tl::unexpected(said.error());
  if (said->kind == MoveText::Kind::kPhony)
    return tl::unexpected(bad_move(best_move, "a phony is no answer"));
  // One spelling of each play, so that equal games are told as equal.
  return resolve_legal(*said, position, lexicon)
      .map([&](const Move& move) { return as_generated(position.board(), move); })
      .map_error([&](const Error& why) { return bad_move(best_move, why.message); });
}

}  // namespace zymurgy
