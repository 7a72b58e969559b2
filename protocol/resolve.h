// What a move in writing comes to on a position. `resolve` lays it on the board and judges it:
// letters that it plays through must lie there, the play must fit the board and the mover's tiles.
// Whether its words are valid is asked apart. Errors say why; the caller, who has the text,
// quotes it (bad_move).
#pragma once

#include <string_view>

#include "game/position.h"
#include "lexicon/lexicon.h"
#include "protocol/notation.h"

namespace zymurgy {

// The move that a play, phony, exchange or pass says, with its score. The tiles exchanged, if
// unknown, are left out of it (tiles_played counts them).
Result<Move> resolve(const MoveText& said, const Position& position);
// What a referee lets pass: that move, if it names its tiles, is no phony and all its words are
// valid. Errors quote the text that it was read from.
Result<Move> resolve_legal(std::string_view text, const MoveText& said, const Position& position,
                           const Lexicon& lexicon);
// The move that a text in either notation says, if it names its tiles (an exchange may not) and the
// known rack on turn has them: what is kept must be known for a move to be judged. Errors quote it.
Result<Move> move_of_rack(std::string_view text, const Position& position);
// Every word that a play forms is in the lexicon; the error names those that are not.
Result<void> check_words(const Move& move, const Position& position, const Lexicon& lexicon);
// Resolves a move and plays it with all that it tells: the rack, points won or a turn lost by a
// challenge; a phony comes off again and its tiles are known; kRack sets the rack on turn.
Result<Move> play_move(const MoveText& said, Position& position);

}  // namespace zymurgy
