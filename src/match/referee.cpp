#include "match/referee.h"

#include "game/scoring.h"
#include "protocol/resolve.h"

namespace zymurgy {

Result<Move> judge_move(std::string_view best_move, const Position& position,
                        const Lexicon& lexicon) {
  if (best_move == "none")
    return tl::unexpected(bad_move(best_move, "the game is not over, and a pass is written pass"));
  return parse_ucgi_move(best_move, position.tiles())
      .and_then([&](const MoveText& move_text) {
        return resolve_legal(best_move, move_text, position, lexicon);
      })
      // One spelling for each play, so that equal games have equal hashes.
      .map([&](const Move& move) { return as_generated(position.board(), move); });
}

}  // namespace zymurgy
