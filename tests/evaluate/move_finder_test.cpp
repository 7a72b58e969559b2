#include "evaluate/move_finder.h"

#include <doctest/doctest.h>

#include "evaluate/move_evaluator.h"
#include "protocol/resolve.h"
#include "support/late_game.h"
#include "support/lexica.h"
#include "support/random_network.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("no more tiles are exchanged than the bag holds") {
  const Words& words = thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  Random random(3);
  Position position = random_late_game(*words.lexicon, finder, 3, random);
  const Lanes lanes(*words.lexicon, position);
  const int bag = position.bag_size();
  for (const int limit : {bag, bag + 1}) {
    Rules rules;
    rules.exchange_limit = limit;
    position.set_rules(rules);
    int most = 0;
    std::uint64_t exchanges = 0;
    for (const Candidate& candidate : finder.all(position, lanes)) {
      if (candidate.move.kind != MoveKind::kExchange) continue;
      ++exchanges;
      most = std::max<int>(most, candidate.move.tiles_played);
      const std::string text = ucgi_text(candidate.move, position);
      CHECK(resolve(parse_ucgi_move(text, position.tiles()).value(), position));
    }
    CHECK(most == (limit == bag ? bag : 0));
    CHECK(finder.perft(position, lanes).exchanges == exchanges);
    const std::string more = "ex." + std::to_string(bag + 1);
    CHECK_FALSE(resolve(parse_ucgi_move(more, position.tiles()).value(), position));
  }
}

TEST_CASE("a play that ends the game has won or lost") {
  const Words& words = thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  WinTable wins(50);  // says nothing: every chance is 0
  Random random(4);
  Position position = random_late_game(*words.lexicon, finder, 0, random);
  const Lanes lanes(*words.lexicon, position);
  const Move out = finder.best_by_score(position, lanes).move;
  REQUIRE(out.is_play());
  const int mover = position.on_turn();
  position.set_rack(mover, out.used());
  const MoveEvaluator level(position, lanes, finder, nullptr, wins);
  const Equity gain = level(out).equity / kPoint;
  for (const int lead : {-1, 0, 1}) {
    position.set_score(1 - mover, position.score(mover) + gain - lead);
    const MoveEvaluator evaluate(position, lanes, finder, nullptr, wins);
    CHECK(evaluate(out).win == 0.5 + 0.5 * lead);
    CHECK(evaluate(out).spread == lead * kPoint);
  }
  // Of which a network knows nothing.
  const nnue::Network network = random_network(words.lexicon->tiles(), 5);
  nnue::Evaluator evaluator(network, words.lexicon->tiles());
  CHECK(MoveEvaluator(position, lanes, finder, &evaluator, wins)(out).spread == kPoint);
}

TEST_CASE("a scoreless turn that ends the game wins by the racks") {
  const Words& words = thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  const WinTable wins(50);  // says nothing: every chance is 0
  const TileSet& set = words.lexicon->tiles();
  Position position(set, Layout::standard());
  position.set_rack(0, set.parse_rack("AEINRST").value());
  position.set_rack(1, set.parse_rack("QZJXKVW").value());
  const int ahead = set.points(position.rack(1)) - set.points(position.rack(0));
  const Lanes lanes(*words.lexicon, position.layout());
  position.set_scoreless_turns(position.rules().max_scoreless_turns - 2);
  CHECK(!position.runs_out_of_turns(Move::pass()));
  position.set_scoreless_turns(position.rules().max_scoreless_turns - 1);
  CHECK(position.runs_out_of_turns(Move::pass()));
  for (const int lead : {-1, 0, 1}) {
    position.set_score(0, lead - ahead);
    const MoveEvaluation evaluation =
        MoveEvaluator(position, lanes, finder, nullptr, wins)(Move::pass());
    CHECK(evaluation.spread == lead * kPoint);
    CHECK(evaluation.win == 0.5 + 0.5 * lead);
  }
}
