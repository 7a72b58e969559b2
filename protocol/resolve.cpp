#include "protocol/resolve.h"

#include <cstdint>
#include <string>

#include "game/scoring.h"
#include "game/supply.h"
#include "game/text.h"

namespace zymurgy {
namespace {

Result<Move> resolve_play(const MoveText& move_text, const Position& position) {
  const Board& board = position.board();
  Move play;
  play.kind = MoveKind::kPlay;
  play.direction = move_text.direction;
  play.row = move_text.row;
  play.col = move_text.col;
  play.length = static_cast<std::uint8_t>(move_text.word.size());
  for (int i = 0; i < play.length; ++i) {
    const Square square = play.square(i);
    if (!Board::inside(square.row, square.col)) return failure("the play runs off the board");
    const Tile tile = move_text.word[i];
    const Tile there = board.at(square);
    if (there == kEmpty) {
      if ((move_text.through >> i) & 1)
        return failure("square " + square_text(square) +
                       " is empty: there is nothing to play through");
      play.tiles[i] = tile;
    } else if (tile != kEmpty && letter_of(tile) != letter_of(there)) {
      return failure("square " + square_text(square) + " holds " +
                     position.tiles().tile_text(there) + ", not " +
                     position.tiles().tile_text(tile));
    }
  }
  return check_placement(board, position.layout(), position.tiles(), position.rules(), play);
}

Result<Move> resolve_exchange(const MoveText& move_text, const Position& position) {
  const int most = position.most_exchanged();
  if (most == 0)
    return failure(
        "no exchange with " + count_text(static_cast<std::uint64_t>(position.bag_size()), "tile") +
        " in the bag: " + std::to_string(position.rules().exchange_limit) + " are needed");
  if (move_text.count > most)
    return failure("an exchange of " + std::to_string(move_text.count) + " tiles with " +
                   std::to_string(most) + " in the bag");
  Move move = Move::exchange(move_text.tiles);
  move.tiles_played = static_cast<std::uint8_t>(move_text.count);
  return move;
}

Result<Move> play_on(const MoveText& move_text, Position& position) {
  const int mover = position.on_turn();
  if (move_text.kind == MoveText::Kind::kRack || move_text.rack) {
    position.set_rack(mover, move_text.rack ? *move_text.rack : move_text.tiles);
    if (auto enough = check_supply(position); !enough) return tl::unexpected(enough.error());
    if (move_text.kind == MoveText::Kind::kRack) return Move::pass();
  }
  auto move = resolve(move_text, position);
  if (!move) return move;
  if (move_text.kind == MoveText::Kind::kPhony) {
    // The tiles return to the rack, now seen by both players.
    Rack seen = position.rack();
    seen.include(move->used());
    position.set_rack(mover, seen);
    position.make(Move::pass());
  } else {
    position.make(*move);
  }
  // The tiles kept are unknown.
  if (!move->tiles_known()) position.set_rack(mover, {});
  const int score = position.score(mover) + move_text.challenge_points;
  if (score > kScoreLimit)
    return failure("a score of " + std::to_string(score) + " points is too high");
  position.set_score(mover, score);
  if (move_text.turn_loss && !is_over(position)) position.make(Move::pass());
  return move;
}

// The move, if it names its tiles. Errors quote `text`.
Result<Move> resolve_named(std::string_view text, const MoveText& move_text,
                           const Position& position) {
  auto move = resolve(move_text, position);
  if (!move) return tl::unexpected(bad_move(text, move.error().message));
  if (!move->tiles_known()) return tl::unexpected(bad_move(text, "it does not say which tiles"));
  return move;
}

}  // namespace

Result<Move> resolve(const MoveText& move_text, const Position& position) {
  Result<Move> move = Move::pass();
  switch (move_text.kind) {
    case MoveText::Kind::kPass:
      break;
    case MoveText::Kind::kExchange:
      move = resolve_exchange(move_text, position);
      break;
    case MoveText::Kind::kPlay:
    case MoveText::Kind::kPhony:
      move = resolve_play(move_text, position);
      break;
    case MoveText::Kind::kRack:
      return failure("a rack is not a move");
  }
  if (!move) return move;
  if (auto held = check_holds(position, move->used()); !held) return tl::unexpected(held.error());
  return move;
}

Result<Move> resolve_legal(std::string_view text, const MoveText& move_text,
                           const Position& position, const Lexicon& lexicon) {
  if (move_text.kind == MoveText::Kind::kPhony)
    return tl::unexpected(bad_move(text, "a phony is not a legal answer"));
  auto move = resolve_named(text, move_text, position);
  if (!move) return move;
  if (const auto valid = check_words(*move, position, lexicon); !valid)
    return tl::unexpected(bad_move(text, valid.error().message));
  return move;
}

Result<Move> move_of_rack(std::string_view text, const Position& position) {
  // A move to consider states no rack or challenge: dots in it are letters on the board
  // (`K8.J.NS`).
  auto move_text = parse_human_move(text, position.tiles());
  if (!move_text) move_text = parse_move(text, position.tiles());
  if (!move_text) return tl::unexpected(move_text.error());
  if (move_text->kind == MoveText::Kind::kPhony)
    return tl::unexpected(bad_move(text, "a play that is taken back cannot be chosen"));
  const auto move = resolve_named(text, *move_text, position);
  if (!move) return move;
  if (!position.rack().includes(move->used()))
    return tl::unexpected(bad_move(text, "its tiles are not all on the known rack '" +
                                             position.tiles().rack_text(position.rack()) + "'"));
  return as_generated(position.board(), *move);
}

Result<void> check_words(const Move& move, const Position& position, const Lexicon& lexicon) {
  if (!move.is_play()) return {};
  std::string none;
  bool several = false;
  for (const Word& word : words_formed(position.board(), move)) {
    if (lexicon.graph().contains(letters_of(word))) continue;
    several = !none.empty();
    none += (several ? ", " : "") +
            position.tiles().word_text(word.data(), static_cast<int>(word.size()));
  }
  if (none.empty()) return {};
  return failure(none + (several ? " are not words of " : " is not a word of ") + lexicon.code());
}

Result<Move> play_move(const MoveText& move, Position& position) {
  Position after = position;
  auto played = play_on(move, after);
  if (played) position = after;
  return played;
}

}  // namespace zymurgy
