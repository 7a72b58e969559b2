// Turns written moves into moves on a position. `resolve` lays a move on the board and checks it:
// letters that it plays through must be there, and the play must fit the board and the mover's
// tiles. Words are checked separately. Errors give the reason; the caller, who has the text, quotes
// it (bad_move).
#pragma once

#include <string_view>

#include "game/position.h"
#include "lexicon/lexicon.h"
#include "protocol/notation.h"

namespace zymurgy {

// The move that a play, phony, exchange or pass denotes, with its score. Unknown tiles of an
// exchange are left out of it (tiles_played counts them).
Result<Move> resolve(const MoveText& move_text, const Position& position);
// What a referee accepts: the move, if it names its tiles, is not a phony, and has only valid
// words. Errors quote `text`.
Result<Move> resolve_legal(std::string_view text, const MoveText& move_text,
                           const Position& position, const Lexicon& lexicon);
// The move that `text` denotes in either notation, if it names its tiles (an exchange may not) and
// the known rack on turn has them: a move cannot be judged without its leave. Errors quote `text`.
Result<Move> move_of_rack(std::string_view text, const Position& position);
// Checks that every word that a play forms is in the lexicon; the error names those that are not.
Result<void> check_words(const Move& move, const Position& position, const Lexicon& lexicon);
// Resolves a move and plays it with all that it states: the rack, and points won or a turn lost by
// a challenge. A phony comes off again and its tiles are known; kRack sets the rack on turn.
Result<Move> play_move(const MoveText& move_text, Position& position);

}  // namespace zymurgy
