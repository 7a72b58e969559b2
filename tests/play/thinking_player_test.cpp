#include "play/thinking_player.h"

#include <doctest/doctest.h>

#include "lexicon/library.h"
#include "play/game.h"
#include "play/solvers.h"
#include "support/lexica.h"
#include "support/repeats.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

struct Players {
  const test::Words& words = test::oel1();
  const WinTable& wins = test::oel1_wins();
  nnue::Network network = nnue::Network::zero(TileSet::english());
  std::unique_ptr<Player> player(const char* name) const {
    return make_player(PlayerSpec::parse(name).value(),
                       {words.lexicon.get(), words.leaves.get(), &network, &wins});
  }
};

// Other tiles than the opponent of this player holds, that it may hold for all the player knows.
Rack other_rack(const Position& position, int player) {
  Rack hidden;
  position.unseen(player).for_each_tile([&](Letter letter) {
    if (hidden.size() < kRackSize) hidden.add(letter);
  });
  return hidden;
}

TEST_CASE("what a thinking player does not see does not move it") {
  const Players players;
  for (const char* name : {"sim:1:40", "infer:1:40"}) {
    CAPTURE(name);
    const auto player = players.player(name), twin = players.player(name),
               opponent = players.player("static");
    Game game(*players.words.lexicon, Layout::standard());
    game.start(7);
    player->start_game(Random(1));
    twin->start_game(Random(1));
    for (int turn = 0; turn < 6; ++turn) {
      const Position& position = game.position();
      Position other = position;  // the opponent, second to move, holds other tiles
      other.set_rack(1, other_rack(position, 0));
      if (turn % 2 == 1) {
        const Move reply = opponent->choose(position, game.lanes());
        player->observe(position, game.lanes(), reply);
        twin->observe(other, game.lanes(), reply);
        game.play(reply);
        continue;
      }
      const Move move = player->choose(position, game.lanes());
      CHECK(twin->choose(other, game.lanes()) == move);
      game.play(move);
    }
  }
}

TEST_CASE("late in the game the other rack moves nobody but who is told of it") {
  const Players players;
  int met = 0;
  bool moved = false;
  const int late = test::repeats(6);
  for (std::uint64_t seed = 1; met < late; ++seed) {
    const Position position = test::random_position(players.words, seed);
    if (position.bag_size() < 3 || position.bag_size() > 30) continue;
    ++met;
    const Lanes lanes(*players.words.lexicon, position);
    Position changed = position;
    changed.set_rack(1 - position.on_turn(), other_rack(position, position.on_turn()));
    const auto is_moved = [&](const char* name) {
      const auto choice = [&](const Position& seen) {
        const auto player = players.player(name);
        player->start_game(Random(1));
        return player->choose(seen, lanes);
      };
      return choice(position) != choice(changed);
    };
    CHECK(!is_moved("sim:1:20"));
    moved = moved || is_moved("oracle:1:20");
  }
  if (test::kRunAll) CHECK(moved);
}

TEST_CASE("who infers is moved by what the other side's moves tell") {
  const Players players;
  bool moved = false;
  for (std::uint64_t seed = 1; seed <= 12 && !moved; ++seed) {
    Game game(*players.words.lexicon, Layout::standard());
    game.start(seed);
    const Position before = game.position();
    const Lanes empty = game.lanes();
    const Move move = players.player("static")->choose(before, empty);
    game.play(move);
    const auto choice = [&](const char* name) {
      const auto player = players.player(name);
      player->start_game(Random(1));
      player->observe(before, empty, move);
      return player->choose(game.position(), game.lanes());
    };
    moved = choice("infer:1:40") != choice("sim:1:40");
  }
  CHECK(moved);
}

TEST_CASE("which tiles the other side puts back moves nobody") {
  const Players players;
  Position before(TileSet::english(), Layout::standard());
  const Lanes lanes(*players.words.lexicon, before.layout());
  before.set_rack(0, test::tiles("QVVUUWX"));
  before.set_rack(1, test::tiles("AEEGILN"));
  const auto choice = [&](const char* put_back) {
    const auto player = players.player("infer:1:40");
    player->start_game(Random(1));
    const Move move = Move::exchange(test::tiles(put_back));
    player->observe(before, lanes, move);
    Position position = before;
    position.make(move);
    return player->choose(position, lanes);
  };
  CHECK(choice("QVVUUW") == choice("AEINST"));
}

TEST_CASE("thinking players end games, the same for the same seed") {
  const Players players;
  const auto game_of = [&](const char* name) {
    const auto p1 = players.player(name), p2 = players.player("static");
    Game game(*players.words.lexicon, Layout::standard());
    game.start(3);
    p1->start_game(Random(1));
    std::vector<Move> moves;
    while (!game.over()) {
      const bool first = moves.size() % 2 == 0;
      const Move move = (first ? *p1 : *p2).choose(game.position(), game.lanes());
      (first ? *p2 : *p1).observe(game.position(), game.lanes(), move);
      moves.push_back(move);
      game.play(move);
    }
    return moves;
  };
  for (const char* name : {"sim:1:30", "infer:1:30", "oracle:1:30", "sim:1:30+net"}) {
    CAPTURE(name);
    CHECK(game_of(name) == game_of(name));
  }
}

TEST_CASE("an endgame is played for what static replies give only if the moves were static") {
  if (!test::kRunAll) return;
  const Players players;
  // Whether the first move of the endgame is another than against who is unknown.
  const auto risks_against = [&](const char* name, std::uint64_t seed) {
    const auto player = players.player("sim:1:20"), opponent = players.player(name);
    Game game(*players.words.lexicon, Layout::standard());
    game.start(seed);
    player->start_game(Random(1));
    opponent->start_game(Random(2));
    for (bool ours = true; !game.over(); ours = !ours) {
      const Position position = game.position();
      const Move move = (ours ? player : opponent)->choose(position, game.lanes());
      if (ours && position.bag_size() == 0)
        return move != solve(*players.words.lexicon, *players.words.leaves, position, 1, {});
      if (!ours) player->observe(position, game.lanes(), move);
      game.play(move);
    }
    return false;
  };
  int against_static = 0, against_another = 0;
  for (const std::uint64_t seed : {4, 6, 8}) {  // in most others there is no more to be had
    against_static += risks_against("static", seed);
    against_another += risks_against("limited:1400", seed);
  }
  CHECK(against_static > 0);
  CHECK(against_another == 0);
}

TEST_CASE("players' names that say nothing sensible") {
  for (const char* name : {"sim:", "sim:0", "sim:2:0", "sim:2:3:4", "sim:x", "best", "best:",
                           "best:0", "best:-1", "best:nan", "+net", "static+net", "network+net",
                           "softmax", "softmax:0", "softmax:inf", "static:1", "", "simulation"})
    CHECK_MESSAGE(!PlayerSpec::parse(name), name);
  CHECK(PlayerSpec::parse("sim:5:1000")->thinking.plies == 5);
  CHECK(PlayerSpec::parse("sim:5:1000")->thinking.iterations == 1000);
}

}  // namespace
}  // namespace zymurgy
