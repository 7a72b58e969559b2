#include "game/scoring.h"

#include <doctest/doctest.h>

namespace zymurgy {
namespace {

// The scores below were added up by hand on the 15x15 board.
constexpr bool kStandard = kBoardDim == 15;

class Table {
 public:
  // `tiles` with '.' where the word runs through a tile on the board.
  Move move(int row, int col, Direction direction, std::string_view tiles) const {
    Move play;
    play.kind = MoveKind::kPlay;
    play.direction = direction;
    play.row = static_cast<std::uint8_t>(row);
    play.col = static_cast<std::uint8_t>(col);
    for (const char c : tiles) {
      std::string_view text(&c, 1);
      play.tiles[play.length++] = c == '.' ? kEmpty : set_.take_tile(text).value();
    }
    return play;
  }
  Result<Move> check(const Move& play) const {
    return check_placement(board_, Layout::standard(), set_, Rules{}, play);
  }
  std::string error(int row, int col, Direction direction, std::string_view tiles) const {
    const auto checked = check(move(row, col, direction, tiles));
    return checked ? "" : checked.error().message;
  }
  int play(int row, int col, Direction direction, std::string_view tiles) {
    const Move played = check(move(row, col, direction, tiles)).value();
    words.clear();
    for (const Word& word : words_formed(board_, played))
      words += " " + set_.word_text(word.data(), static_cast<int>(word.size()));
    board_.lay(played);
    return played.score;
  }
  const Board& board() const { return board_; }

  std::string words;  // formed by the last play

 private:
  const TileSet& set_ = TileSet::english();
  Board board_;
};

constexpr Direction kAcross = Direction::kHorizontal, kDown = Direction::kVertical;

TEST_CASE("a tile that makes words both ways has one name") {
  Table table;
  constexpr int c = kBoardDim / 2;
  table.play(c, c - 2, kAcross, "AKES");
  table.play(c, c, kDown, ".YE");
  const auto named = [&](int row, int col, Direction direction, const char* tiles) {
    return as_generated(table.board(), table.check(table.move(row, col, direction, tiles)).value());
  };
  // Below the S, beside the Y: SH and YH.
  const Move across = table.check(table.move(c + 1, c, kAcross, ".H")).value();
  CHECK(named(c, c + 1, kDown, ".H") == across);
  CHECK(named(c + 1, c, kAcross, ".H") == across);
  // What makes one word only keeps its own.
  const Move down = table.check(table.move(c, c - 2, kDown, ".B")).value();
  CHECK(named(c, c - 2, kDown, ".B") == down);
}

TEST_CASE("scores of plays, known answers" * doctest::skip(!kStandard)) {
  Table table;
  // Z on the double letter: (29 + 10) x 2 + 50.
  CHECK(table.play(7, 1, kAcross, "MUZJIKS") == 128);
  CHECK(table.words == " MUZJIKS");
  // K 5, E doubled 2, Y 4.
  CHECK(table.play(7, 6, kDown, ".EY") == 11);
  CHECK(table.words == " KEY");
  // A blank scores nothing, nor does its double letter: S 1, and MUZJIKSS 30.
  CHECK(table.play(6, 8, kDown, "aS") == 31);
  CHECK(table.words == " aS MUZJIKSS");
}

TEST_CASE("premiums count once, for the main and the cross word" * doctest::skip(!kStandard)) {
  Table table;
  CHECK(table.play(7, 7, kAcross, "CAT") == 10);
  // S at 8K hooks CATS (3+1+1+1) and starts SO down: S on no premium, O on 9K.
  CHECK(table.play(7, 10, kDown, "SO") == 2 + 6);
  CHECK(table.words == " SO CATS");
  // PAR above CAT: P over C at (6,7), A over A at the double letter (6,8), R over T at (6,9):
  // main 3 + 2 + 1; crosses P+C 6, A+A with the A doubled 3, R+T 2.
  CHECK(table.play(6, 7, kAcross, "PAR") == 6 + 6 + 3 + 2);
  CHECK(table.words == " PAR PC AA RT");
}

TEST_CASE("triple words multiply each other and seven tiles earn the bonus" *
          doctest::skip(!kStandard)) {
  Table table;
  CHECK(table.play(7, 7, kAcross, "AB") == 8);
  // M and L on double letters.
  CHECK(table.play(0, 8, kDown, "REMOVAL.") == 15 + 3 + 1 + 50);
  // Around the R, from one triple word to the next; the E is doubled.
  CHECK(table.play(0, 7, kAcross, "A.ATERIA") == (8 + 1) * 9 + 50);
}

TEST_CASE("plays that do not fit are refused with the reason") {
  Table table;
  const int mid = kBoardDim / 2;
  CHECK(table.error(mid, mid, kAcross, "A") == "a word needs at least two letters");
  // The square tells a game of the other board size.
  CHECK(table.error(0, 0, kAcross, "AB") ==
        std::string("the first play must cover the start square, ") +
            (kBoardDim == 15 ? "H8" : "K11"));
  CHECK(table.error(mid, kBoardDim - 1, kAcross, "AB") == "the play runs off the board");
  CHECK(table.error(mid, mid, kAcross, "A.") ==
        "letter 2 is on an empty square but no tile is laid there");
  table.play(mid, mid, kAcross, "CAT");
  CHECK(table.error(mid, mid, kAcross, "...") == "the play lays no tile");
  CHECK(table.error(mid, mid, kAcross, "B..") == "letter 1 is laid on a square that is taken");
  CHECK(table.error(mid, mid + 1, kAcross, "..S") == "a tile stands before the word");
  CHECK(table.error(mid, mid - 1, kAcross, "S..") == "a tile stands after the word");
  CHECK(table.error(0, 0, kDown, "AB") == "the play touches no tile on the board");
  CHECK(table.error(mid, mid, kAcross, "...S") == "");
  CHECK(table.error(mid + 1, mid, kAcross, "AB") == "");
}

TEST_CASE("with tiles elsewhere a play on the start square touches none") {
  Board board;
  board.set({0, 0}, 1);
  board.set({0, 1}, 2);
  constexpr int kMiddle = kBoardDim / 2;
  const auto checked = check_placement(board, Layout::standard(), TileSet::english(), Rules{},
                                       Table().move(kMiddle, kMiddle, kAcross, "AB"));
  REQUIRE(!checked);
  CHECK(checked.error().message == "the play touches no tile on the board");
}

TEST_CASE("laying and lifting leave the board as it was") {
  Table table;
  table.play(kBoardDim / 2, kBoardDim / 2, kAcross, "CAT");
  Board board = table.board();
  const Move play = table.move(kBoardDim / 2, kBoardDim / 2, kDown, ".ar");
  board.lay(play);
  CHECK(board.tiles() == 5);
  board.lift(play);
  CHECK(board == table.board());
  CHECK(board.tiles() == 3);
}

}  // namespace
}  // namespace zymurgy
