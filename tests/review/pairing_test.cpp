#include "review/pairing.h"

#include <doctest/doctest.h>

namespace zymurgy {
namespace {

WatchedGame game_of(const char* first, const char* second, int score = 400) {
  WatchedGame game;
  game.seats[0].player = first;
  game.seats[1].player = second;
  for (SeatGame& seat : game.seats) seat.turns = 10;
  game.seats[0].score = score;
  game.seats[1].score = 350;
  return game;
}

TEST_CASE("a game waits for the other one of its pair, and both count") {
  GameStats stats;
  Pairing pairing(stats);
  pairing.add(game_of("a", "b"), {0, 7, true});
  CHECK(stats.games() == 0);
  pairing.add(game_of("a", "b"), {0, 8, true});  // of another pair
  pairing.add(game_of("b", "a"), {1, 7, true});
  CHECK(stats.games() == 2);
  pairing.add(game_of("b", "a"), {1});  // nobody knows its draws
  CHECK(stats.games() == 3);
  pairing.finish();
  CHECK(stats.games() == 4);
  CHECK(!pairing.same_draws());
}

TEST_CASE("games of the same draws that are no pair are told of") {
  for (const char* second : {"b", "c"}) {
    GameStats stats;
    Pairing pairing(stats);
    pairing.add(game_of("a", "b"), {3, 7, true});
    pairing.add(game_of("a", second), {5, 7, true});  // the seats are not swapped
    CHECK(pairing.same_draws() == std::array<std::size_t, 2>{3, 5});
    pairing.finish();
    CHECK(stats.games() == 2);
  }
}

TEST_CASE("a game is met again by its players, scores and board, whatever its racks") {
  Board board;
  DuplicateGames games;
  CHECK(!games.first_file_of(game_of("a", "b"), board, {0}));
  CHECK(!games.first_file_of(game_of("a", "b"), board, {1}));  // games of passes are alike
  board.set(Square{7, 7}, 1);
  CHECK(!games.first_file_of(game_of("a", "b"), board, {2}));
  WatchedGame again = game_of("a", "b");
  again.seats[0].rack_value.add(3);
  CHECK(games.first_file_of(again, board, {3}) == 2);
  CHECK(!games.first_file_of(game_of("a", "b", 401), board, {3}));
  CHECK(!games.first_file_of(game_of("b", "a"), board, {3}));
}

TEST_CASE("who plays a pair with itself may play one game twice, and no oftener") {
  Board board;
  board.set(Square{7, 7}, 1);
  DuplicateGames games;
  CHECK(!games.first_file_of(game_of("a", "a"), board, {0, 7, true}));
  CHECK(!games.first_file_of(game_of("a", "a"), board, {1, 7, true}));
  CHECK(games.first_file_of(game_of("a", "a"), board, {2, 7, true}) == 0);
}

TEST_CASE("other tiles make other draws of a seed") {
  CHECK(draws_of(TileSet::english(), 7) == draws_of(TileSet::english(), 7));
  CHECK(draws_of(TileSet::english(), 7) != draws_of(TileSet::english(), 8));
  CHECK(draws_of(TileSet::english(), 7) != draws_of(**TileSet::find("french"), 7));
}

}  // namespace
}  // namespace zymurgy
