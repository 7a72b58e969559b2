#include "play/thinking_player.h"

#include <doctest/doctest.h>

#include "lexicon/library.h"
#include "play/game.h"
#include "play/solvers.h"
#include "support/lexica.h"
#include "support/repeats.h"

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
      TileCounts hidden;
      other.unseen(0).for_each_tile([&](Letter letter) {
        if (hidden.size() < kRackSize) hidden.add(letter);
      });
      other.set_rack(1, hidden);
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
  if (!test::kInFull) return;
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
