#include "game/scoring.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace zymurgy {
namespace {

struct Step {
  int row, col;
};
constexpr Step step_of(Direction d) {
  return d == Direction::kHorizontal ? Step{0, 1} : Step{1, 0};
}

Tile tile_at(const Board& board, int row, int col) {
  return Board::inside(row, col) ? board.at(row, col) : kEmpty;
}

// The run of tiles through `square` in `direction` once `laid` lies on it.
Word run_through(const Board& board, Square square, Direction direction, Tile laid) {
  const Step step = step_of(direction);
  int row = square.row, col = square.col;
  while (tile_at(board, row - step.row, col - step.col) != kEmpty) row -= step.row, col -= step.col;
  Word word;
  for (;; row += step.row, col += step.col) {
    const bool here = row == square.row && col == square.col;
    const Tile tile = here ? laid : tile_at(board, row, col);
    if (tile == kEmpty) return word;
    word.push_back(tile);
  }
}

bool has_neighbour(const Board& board, Square s, Direction direction) {
  const Step step = step_of(direction);
  return tile_at(board, s.row - step.row, s.col - step.col) != kEmpty ||
         tile_at(board, s.row + step.row, s.col + step.col) != kEmpty;
}

}  // namespace

int score_play(const Board& board, const Layout& layout, const TileSet& tiles, const Rules& rules,
               const Move& play) {
  int main = 0, main_multiplier = 1, crosses = 0;
  for (int i = 0; i < play.length; ++i) {
    const Square square = play.square(i);
    if (play.tiles[i] == kEmpty) {
      main += tiles.score_on_board(board.at(square));
      continue;
    }
    const Premium premium = layout.at(square);
    const int laid = tiles.score_on_board(play.tiles[i]) * premium.letter;
    main += laid;
    main_multiplier *= premium.word;
    if (has_neighbour(board, square, across(play.direction))) {
      int cross = laid - tiles.score_on_board(play.tiles[i]);
      for (Tile t : run_through(board, square, across(play.direction), play.tiles[i]))
        cross += tiles.score_on_board(t);
      crosses += cross * premium.word;
    }
  }
  return main * main_multiplier + crosses + rules.bonus(play.tiles_played);
}

std::vector<Word> words_formed(const Board& board, const Move& play) {
  std::vector<Word> words(1);
  for (int i = 0; i < play.length; ++i) {
    const Square square = play.square(i);
    const Tile laid = play.tiles[i];
    words[0].push_back(laid == kEmpty ? board.at(square) : laid);
    if (laid != kEmpty && has_neighbour(board, square, across(play.direction)))
      words.push_back(run_through(board, square, across(play.direction), laid));
  }
  return words;
}

std::vector<Letter> letters_of(const Word& word) {
  std::vector<Letter> letters(word.size());
  std::transform(word.begin(), word.end(), letters.begin(), letter_of);
  return letters;
}

Move as_generated(const Board& board, const Move& play) {
  if (!play.is_play() || play.tiles_played != 1 || play.direction == Direction::kHorizontal)
    return play;
  int place = 0;
  while (play.tiles[place] == kEmpty) ++place;
  const Square square = play.square(place);
  if (!has_neighbour(board, square, Direction::kHorizontal)) return play;
  Move across = play;
  across.direction = Direction::kHorizontal;
  across.row = square.row;
  across.col = square.col;
  while (tile_at(board, across.row, across.col - 1) != kEmpty) --across.col;
  const Word word = run_through(board, square, Direction::kHorizontal, play.tiles[place]);
  across.length = static_cast<std::uint8_t>(word.size());
  across.tiles = {};
  across.tiles[square.col - across.col] = play.tiles[place];
  return across;
}

Result<Move> check_placement(const Board& board, const Layout& layout, const TileSet& tiles,
                             const Rules& rules, Move play) {
  const Step step = step_of(play.direction);
  if (play.length < 2) return failure("a word needs at least two letters");
  const Square last = play.square(play.length - 1);
  if (!Board::inside(play.row, play.col) || !Board::inside(last.row, last.col))
    return failure("the play runs off the board");
  if (tile_at(board, play.row - step.row, play.col - step.col) != kEmpty)
    return failure("a tile stands before the word");
  if (tile_at(board, last.row + step.row, last.col + step.col) != kEmpty)
    return failure("a tile stands after the word");

  bool connected = false;
  play.tiles_played = 0;
  for (int i = 0; i < play.length; ++i) {
    const Square square = play.square(i);
    const bool free = board.at(square) == kEmpty;
    if (free != (play.tiles[i] != kEmpty))
      return failure("letter " + std::to_string(i + 1) +
                     (free ? " is on an empty square but no tile is laid there"
                           : " is laid on a square that is taken"));
    play.tiles_played = static_cast<std::uint8_t>(play.tiles_played + free);
    connected |= !free || has_neighbour(board, square, across(play.direction)) ||
                 (board.empty() && square == layout.start());
  }
  if (play.tiles_played == 0) return failure("the play lays no tile");
  if (!connected)
    return failure(board.empty() ? "the first play must cover the start square, " +
                                       square_text(layout.start())
                                 : "the play touches no tile on the board");
  play.score = static_cast<std::int16_t>(score_play(board, layout, tiles, rules, play));
  return play;
}

}  // namespace zymurgy
