#include "protocol/resolve.h"

#include <cstdint>
#include <string>

#include "game/scoring.h"
#include "game/supply.h"
#include "game/text.h"

namespace zymurgy {
namespace {

Result<Move> resolve_play(const MoveText& said, const Position& position) {
  const Board& board = position.board();
  Move play;
  play.kind = MoveKind::kPlay;
  play.direction = said.direction;
  play.row = said.row;
  play.col = said.col;
  play.length = static_cast<std::uint8_t>(said.word.size());
  for (int i = 0; i < play.length; ++i) {
    const Square square = play.square(i);
    if (!Board::inside(square.row, square.col)) return failure("the play runs off the board");
    const Tile tile = said.word[i];
    const Tile there = board.at(square);
    if (there == kEmpty) {
      if ((said.through >> i) & 1)
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

Result<Move> resolve_exchange(const MoveText& said, const Position& position) {
  const int most = position.most_exchanged();
  if (most == 0)
    return failure(
        "no exchange with " + so_many(static_cast<std::uint64_t>(position.bag_size()), "tile") +
        " in the bag: " + std::to_string(position.rules().exchange_limit) + " are needed");
  if (said.count > most)
    return failure("an exchange of " + std::to_string(said.count) + " tiles with " +
                   std::to_string(most) + " in the bag");
  Move move = Move::exchange(said.tiles);
  move.tiles_played = static_cast<std::uint8_t>(said.count);
  return move;
}

Result<Move> play_on(const MoveText& said, Position& position) {
  const int mover = position.on_turn();
  if (said.kind == MoveText::Kind::kRack || said.rack) {
    position.set_rack(mover, said.rack ? *said.rack : said.tiles);
    if (auto enough = check_supply(position); !enough) return tl::unexpected(enough.error());
    if (said.kind == MoveText::Kind::kRack) return Move::pass();
  }
  auto move = resolve(said, position);
  if (!move) return move;
  if (said.kind == MoveText::Kind::kPhony) {
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
  const int score = position.score(mover) + said.challenge_points;
  if (score > kScoreLimit)
    return failure("a score of " + std::to_string(score) + " points is too high");
  position.set_score(mover, score);
  if (said.turn_loss && !is_over(position)) position.make(Move::pass());
  return move;
}

// The move, if it names its tiles. Errors quote `text`.
Result<Move> resolve_named(std::string_view text, const MoveText& said, const Position& position) {
  auto move = resolve(said, position);
  if (!move) return tl::unexpected(bad_move(text, move.error().message));
  if (!move->tiles_known()) return tl::unexpected(bad_move(text, "it does not say which tiles"));
  return move;
}

}  // namespace

Result<Move> resolve(const MoveText& said, const Position& position) {
  Result<Move> move = Move::pass();
  switch (said.kind) {
    case MoveText::Kind::kPass:
      break;
    case MoveText::Kind::kExchange:
      move = resolve_exchange(said, position);
      break;
    case MoveText::Kind::kPlay:
    case MoveText::Kind::kPhony:
      move = resolve_play(said, position);
      break;
    case MoveText::Kind::kRack:
      return failure("a rack is not a move");
  }
  if (!move) return move;
  if (auto held = check_holds(position, move->used()); !held) return tl::unexpected(held.error());
  return move;
}

Result<Move> resolve_legal(std::string_view text, const MoveText& said, const Position& position,
                           const Lexicon& lexicon) {
  if (said.kind == MoveText::Kind::kPhony)
    return tl::unexpected(bad_move(text, "a phony is not a legal answer"));
  auto move = resolve_named(text, said, position);
  if (!move) return move;
  if (const auto valid = check_words(*move, position, lexicon); !valid)
    return tl::unexpected(bad_move(text, valid.error().message));
  return move;
}

Result<Move> move_of_rack(std::string_view text, const Position& position) {
  // A move to consider states no rack or challenge: dots in it are letters on the board
  // (`K8.J.NS`).
  auto said = parse_human_move(text, position.tiles());
  if (!said) said = parse_move(text, position.tiles());
  if (!said) return tl::unexpected(said.error());
  if (said->kind == MoveText::Kind::kPhony)
    return tl::unexpected(bad_move(text, "a play that is taken back cannot be chosen"));
  const auto move = resolve_named(text, *said, position);
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
