#include "inference/inference.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "game/counting.h"
#include "inference/observer.h"
#include "inference/static_judge.h"
#include "play/game.h"
#include "protocol/cgp.h"
#include "protocol/resolve.h"
#include "support/late_game.h"
#include "support/lexica.h"
#include "support/repeats.h"

using namespace zymurgy;

namespace {

Rack rack(std::string_view text) { return *TileSet::english().parse_rack(text); }

Position opening() { return Position(TileSet::english(), Layout::standard()); }

Move move_of(const Position& position, std::string_view text) {
  return *resolve(*parse_ucgi_move(text, position.tiles()), position);
}

// A first play that begins so many squares before the start square, on either board.
Move opening_play(const Position& position, int before, std::string_view word) {
  const Square start = position.layout().start();
  return move_of(position, std::to_string(start.row + 1) +
                               static_cast<char>('A' + start.col - before) + '.' +
                               std::string(word));
}

const InferredLeave* find(const Inferred& inferred, const TileCounts& leave) {
  for (const InferredLeave& entry : inferred.leaves)
    if (entry.leave == leave) return &entry;
  return nullptr;
}

}  // namespace

// Their play "for 16" is written 8E, where it scores 14; on the standard board it is at 8D.
TEST_CASE("Richards and Amir: what the opener of IMINO kept") {
  const test::Words* words = test::reference();
  if (words == nullptr || kBoardDim != 15) return;
  Position position = opening();
  position.set_rack(1, rack("GLORRTU"));
  const Lanes lanes(*words->lexicon, position.layout());
  Inference inference(*words->lexicon, *words->leaves);
  const Inferred& inferred =
      *inference.observe(position, lanes, move_of(position, "8D.IMINO"), InferOptions{});
  CHECK(!inferred.sampled);
  CHECK(inferred.considered == 372);
  CHECK(inferred.explained);
  CHECK(inferred.leaves.size() >= 20);
  CHECK(inferred.leaves.size() <= 40);
  const InferredLeave* blank = find(inferred, rack("?O"));
  REQUIRE(blank != nullptr);
  CHECK(blank->prior == doctest::Approx(0.003).epsilon(0.1));
  CHECK(blank->chance == doctest::Approx(0.02).epsilon(0.35));
}

TEST_CASE("the true leave of a static player is believed, and more than at random") {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  double better = 0;
  int plays = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Position position = test::random_position(words, seed);
    if (position.bag_size() < 7 || position.rack().size() < kRackSize) continue;
    const Lanes lanes(*words.lexicon, position);
    const Move move = finder.best(position, lanes).move;
    const TileCounts kept = [&] {
      TileCounts leave = position.rack();
      leave.remove(move.used());
      return leave;
    }();
    if (!move.is_play() || kept.size() > 2) continue;
    position.set_rack(position.on_turn(), {});
    Inference inference(*words.lexicon, *words.leaves);
    const Inferred& inferred = *inference.observe(position, lanes, move, InferOptions{});
    const InferredLeave* entry = find(inferred, kept);
    REQUIRE(entry != nullptr);
    // A rack with two of a letter had two ways to play one of them, which the prior counts.
    if ((kept.letters() & move.used().letters()) == 0) CHECK(entry->chance >= entry->prior);
    better += entry->chance / entry->prior;
    ++plays;
  }
  CHECK(plays > 0);
  CHECK(better >= plays);
}

TEST_CASE("beliefs are what all the racks that may have been drawn say") {
  const test::Words& words = test::thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  Random random(11);
  int shared = 0;  // leaves with a letter that was played, too
  for (int n = 0; n < 12; ++n) {
    Position position = random_late_game(*words.lexicon, finder, 3, random);
    const Lanes lanes(*words.lexicon, position);
    const int mover = position.on_turn();
    const Move move = finder.best(position, lanes).move;
    if (!move.is_play()) continue;
    const Rack hidden = position.rack();
    position.set_rack(mover, {});
    std::vector<Letter> pool;
    position.unseen(1 - mover).for_each_tile([&](Letter letter) { pool.push_back(letter); });
    REQUIRE(pool.size() == kRackSize + 3);
    Inference inference(*words.lexicon, *words.leaves);
    // Every other time the observer put back a tile, which the mover then cannot have drawn.
    if (n % 2 == 1) {
      const auto elsewhere = std::find_if(pool.begin(), pool.end(), [&](Letter letter) {
        return hidden[letter] < std::count(pool.begin(), pool.end(), letter);
      });
      REQUIRE(elsewhere != pool.end());
      TileCounts put_back;
      put_back.add(*elsewhere);
      Rack before = position.rack(1 - mover);
      before.add(put_back);
      inference.observe_own_move(before, Move::exchange(put_back));
      pool.erase(elsewhere);
    }
    const Inferred inferred = *inference.observe(position, lanes, move, InferOptions{});
    CHECK_FALSE(inferred.sampled);

    // Every choice of seven tiles out of the pool is as likely as any other.
    std::map<std::string, double> counts;
    double all = 0;
    for (std::uint32_t chosen = 0; chosen < 1U << pool.size(); ++chosen) {
      if (std::popcount(chosen) != kRackSize) continue;
      Rack held;
      for (std::size_t i = 0; i < pool.size(); ++i)
        if ((chosen >> i & 1) != 0) held.add(pool[i]);
      if (!held.includes(move.used())) continue;
      position.set_rack(mover, held);
      if (finder.evaluator().equity(position, move) < finder.best(position, lanes).equity) continue;
      held.remove(move.used());
      ++counts[position.tiles().rack_text(held)];
      ++all;
    }
    CHECK(counts.size() == inferred.leaves.size());
    for (const InferredLeave& entry : inferred.leaves) {
      CHECK(entry.chance == doctest::Approx(counts[position.tiles().rack_text(entry.leave)] / all));
      shared += (entry.leave.letters() & move.used().letters()) != 0;
    }
  }
  CHECK(shared > 0);
}

TEST_SUITE("threads") {
  TEST_CASE("a soft opponent may have overlooked something, the less the colder") {
    const test::Words& words = test::oel1();
    Position position = opening();
    position.set_rack(1, rack("GLORRTU"));
    const Lanes lanes(*words.lexicon, position.layout());
    const Move move = opening_play(position, 0, "CAT");
    InferOptions options;
    options.max_leaves = 200;
    Inference inference(*words.lexicon, *words.leaves);
    options.temperature = 5;
    options.doubt = 1;
    const Inferred warm = *inference.observe(position, lanes, move, options);
    CHECK(warm.sampled);
    double sum = 0;
    for (const InferredLeave& leave : warm.leaves) {
      CHECK(leave.chance > 0);
      sum += leave.chance;
    }
    CHECK(sum == doctest::Approx(1));
    inference.forget();
    options.threads = 2;
    const Inferred again = *inference.observe(position, lanes, move, options);
    REQUIRE(again.leaves.size() == warm.leaves.size());
    CHECK(again.leaves[0].chance == warm.leaves[0].chance);
  }
}

TEST_CASE("where no leave explains the move, the draw's chances stand, and it is told") {
  const test::Words& words = test::oel1();
  const Position position = opening();
  const Lanes lanes(*words.lexicon, position.layout());
  InferOptions options;
  options.max_leaves = 200;
  Inference inference(*words.lexicon, *words.leaves);
  // The static player would rather exchange.
  const Inferred none = *inference.observe(position, lanes, Move::pass(), options);
  CHECK_FALSE(none.explained);
  CHECK(!none.leaves.empty());
}

TEST_CASE("plays tell whether the opponent is our static player") {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  // The first plays of a game, where one side takes the best play by static equity or the tenth.
  const auto doubt_about = [&](std::size_t choice) {
    Inference inference(*words.lexicon, *words.leaves);
    InferOptions options;
    options.doubt = kUnknownOpponent;
    options.max_leaves = 300;
    Game game(*words.lexicon, Layout::standard());
    game.start(5);
    Random random(6);
    for (int turn = 0; turn < 8; ++turn) {
      const auto& plays = finder.top(game.position(), game.lanes(), 10);
      const bool theirs = turn % 2 == 0;
      const Move move = plays[theirs ? std::min(choice, plays.size() - 1) : 0].move;
      if (theirs) {
        Position seen = game.position();
        seen.set_rack(seen.on_turn(), {});
        const Inferred& inferred = *inference.observe(seen, game.lanes(), move, options);
        // Now and then nothing is taken for known.
        const RackBelief belief = inferred.belief();
        int unknown = 0;
        for (int i = 0; i < 10000; ++i) unknown += belief.draw(random).empty();
        CHECK(unknown / 10000.0 == doctest::Approx(0.1).epsilon(0.1));
      }
      game.play(move);
    }
    return *inference.doubt();
  };
  CHECK(doubt_about(0) < 0.3);
  CHECK(doubt_about(9) > 0.7);
}

TEST_CASE("exchanges of unknown tiles, and what was kept is carried to the next turn") {
  const test::Words& words = test::oel1();
  Position position = opening();
  position.set_rack(1, rack("GLORRTU"));
  const Lanes empty(*words.lexicon, position.layout());
  Move exchange = Move::exchange({});
  exchange.tiles_played = 5;
  InferOptions options;
  options.max_leaves = 300;
  Inference inference(*words.lexicon, *words.leaves);
  const Inferred first = *inference.observe(position, empty, exchange, options);
  REQUIRE(!first.leaves.empty());
  for (const InferredLeave& leave : first.leaves) CHECK(leave.leave.size() == 2);

  // We pass; they play what they can have: the tiles kept before and not played are still there.
  position.make(exchange);
  position.make(Move::pass());
  const Move move = opening_play(position, 2, "NOISE");
  const Inferred second = *inference.observe(position, empty, move, options);
  REQUIRE(!second.leaves.empty());
  double sum = 0;
  for (const InferredLeave& leave : second.leaves) {
    CHECK(leave.leave.size() == 2);
    sum += leave.chance;
  }
  CHECK(sum == doctest::Approx(1));
}

namespace {

// A game as its second player is told of it, whose racks are known and whose opponent's are not.
struct WatchedGame {
  const test::Words& words = test::oel1();
  Position position = opening();
  Observer observer{*words.lexicon, *words.leaves};
  InferOptions options;
  std::vector<SeenTurn> turns;

  WatchedGame() { options.max_leaves = 2000; }
  void turn(const Move& move, const char* own_rack) {
    hold(own_rack);
    turns.push_back({position, move});
    position.make(move);
    position.set_rack(0, {});
    hold(own_rack);
  }
  void hold(const char* own_rack) { position.set_rack(1, rack(own_rack)); }
  const Inferred* learn(Observer& by) const { return by.learn(turns, position, options); }
  // That the opponent kept such a tile.
  double chance_of(std::string_view tile) {
    const auto letter = static_cast<Letter>(std::countr_zero(rack(tile).letters()));
    const Inferred* inferred = learn(observer);
    REQUIRE(inferred != nullptr);
    double chance = 0;
    for (const InferredLeave& entry : inferred->leaves)
      if (entry.leave[letter] > 0) chance += entry.chance;
    return chance;
  }
  // Whether the observer says what one says who is told all of it now,
  bool knows_no_more() { return knows_what_is_told_in(*this); }
  // or all of another game.
  bool knows_what_is_told_in(const WatchedGame& other) {
    Observer fresh(*words.lexicon, *words.leaves);
    const Inferred *learned = learn(observer), *wanted = other.learn(fresh);
    REQUIRE((learned != nullptr && wanted != nullptr));
    return observer.doubt() == fresh.doubt() &&
           std::equal(learned->leaves.begin(), learned->leaves.end(), wanted->leaves.begin(),
                      wanted->leaves.end(), [](const InferredLeave& a, const InferredLeave& b) {
                        return a.leave == b.leave && a.chance == b.chance;
                      });
  }
};

Move unsaid_exchange(int tiles) {
  Move exchange = Move::exchange({});
  exchange.tiles_played = static_cast<std::uint8_t>(tiles);
  return exchange;
}

}  // namespace

TEST_CASE("what the observer exchanged is not on the rack before the other side draws again") {
  WatchedGame game;
  game.options.doubt = kUnknownOpponent;  // our static player would seldom keep it
  game.turn(unsaid_exchange(3), "AEINRTX");
  CHECK(game.chance_of("X") == 0);
  game.turn(move_of(game.position, "ex.X"), "AEINRTX");
  game.turn(unsaid_exchange(3), "AEINORT");
  CHECK(game.chance_of("X") == 0);
  // Now they may have drawn it.
  CHECK(game.learn(game.observer)->belief().in_bag().empty());
  game.turn(Move::pass(), "AEINORT");
  game.turn(unsaid_exchange(3), "AEINORT");
  CHECK(game.chance_of("X") > 0);
}

TEST_CASE("who exchanges draws first, so that what is drawn is not what is put back") {
  WatchedGame game;
  game.turn(unsaid_exchange(3), "AEINRTV");
  game.turn(move_of(game.position, "ex.V"), "AEINRTV");
  game.turn(unsaid_exchange(3), "AEINRTV");  // the other V
  CHECK(game.chance_of("V") == 0);
}

TEST_CASE("who exchanges does not hold what was put back before the next draw") {
  WatchedGame game;
  game.turn(move_of(game.position, "ex.QVV"), "AEINRTX");
  CHECK(game.learn(game.observer)->belief().in_bag() == rack("QVV"));
  game.turn(Move::pass(), "AEINRTX");
  game.turn(unsaid_exchange(3), "AEINRTX");
  CHECK(game.learn(game.observer)->belief().in_bag().empty());
  CHECK(game.chance_of("Q") == 0);
  CHECK(game.chance_of("V") == 0);
  CHECK(game.chance_of("E") > 0);
}

TEST_CASE("what the observer puts back stays in the bag while the other side draws nothing") {
  WatchedGame game;
  game.turn(unsaid_exchange(3), "AEINRTX");
  game.turn(move_of(game.position, "ex.X"), "AEINRTX");
  game.turn(Move::pass(), "AEINRTV");
  CHECK(game.learn(game.observer)->belief().in_bag() == rack("X"));
}

TEST_CASE("what the observer holds is known though it was told after the other side's move") {
  WatchedGame game;
  game.options.doubt = 1;
  game.options.max_leaves = 500;
  game.turn(opening_play(game.position, 0, "AT"), "");
  game.hold("SSSSEEE");
  CHECK(game.chance_of("S") == 0);
}

TEST_CASE("of an exchange of unknown tiles a leave's chance before it is that of such tiles") {
  WatchedGame game;
  game.turn(unsaid_exchange(3), "AEINRTX");
  const TileCounts unseen = game.position.unseen(1);
  for (const InferredLeave& entry : game.learn(game.observer)->leaves)
    CHECK(entry.prior ==
          doctest::Approx(ways_to_draw(entry.leave, unseen) / choose(unseen.size(), 4)));
}

TEST_CASE("what the observer exchanged, drew later and exchanged again was put back once") {
  WatchedGame game;  // with three G
  game.turn(opening_play(game.position, 3, "IMINO"), "AEGGIRT");
  game.turn(move_of(game.position, "ex.GG"), "AEGGIRT");
  game.turn(Move::pass(), "AEINRTX");
  game.turn(move_of(game.position, "ex.NX"), "AEINRTX");
  game.turn(Move::pass(), "AEGGIRT");
  game.turn(move_of(game.position, "ex.GG"), "AEGGIRT");
  game.turn(unsaid_exchange(3), "AEINRTX");
  CHECK(game.chance_of("G") > 0);
}

TEST_CASE("who passes with tiles to exchange tells of no rack") {
  WatchedGame game;
  game.turn(Move::pass(), "AEINRTX");
  CHECK(game.learn(game.observer) == nullptr);
  // What was believed before it stands, but for what the observer has drawn since.
  WatchedGame passing;
  passing.turn(unsaid_exchange(3), "AEINRTX");
  CHECK(passing.chance_of("?") > 0);
  const auto doubt = passing.observer.doubt();
  const double before = passing.chance_of("S");
  passing.turn(move_of(passing.position, "ex.X"), "AEINRTX");
  passing.turn(Move::pass(), "??INORT");
  CHECK(passing.chance_of("?") == 0);
  CHECK(passing.chance_of("S") > before);
  double all = 0;
  for (const InferredLeave& entry : passing.learn(passing.observer)->leaves) all += entry.chance;
  CHECK(all == doctest::Approx(1));
  CHECK(passing.observer.doubt() == doubt);
}

TEST_CASE("the static player passes only without a play, be it worth less than nothing") {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  Random random(5);
  int worthless = 0;
  for (int repeat = 0; repeat < test::repeats(60); ++repeat) {
    const Position before = random_late_game(*words.lexicon, finder, 3, random);
    const Lanes lanes(*words.lexicon, before);
    Position position = before;
    position.set_rack(position.on_turn(), {});
    const TileCounts unseen = position.unseen(1 - position.on_turn());
    StaticJudge judge(*words.lexicon, *words.leaves, before, lanes, Move::pass(), 0, kPoint);
    for (int deal = 0; deal < 40; ++deal) {
      const Rack held = draw_tiles(unseen, kRackSize, random);
      position.set_rack(position.on_turn(), held);
      const Candidate best = finder.best(position, lanes);
      const bool passes = best.move.kind == MoveKind::kPass;
      const StaticVerdict verdict = judge.judge(held);
      CHECK((verdict.loss == Equity{0}) == passes);
      worthless += !passes && best.equity < 0;
    }
  }
  if (test::kRunAll) CHECK(worthless > 0);
}

TEST_CASE("what the observer exchanged and drew again does not bar another such tile") {
  WatchedGame game;  // with two blanks
  game.turn(unsaid_exchange(3), "?AEINOR");
  game.turn(move_of(game.position, "ex.?"), "?AEINOR");
  game.turn(Move::pass(), "AEINORT");
  game.turn(move_of(game.position, "ex.T"), "AEINORT");
  game.turn(unsaid_exchange(3), "?AEINOR");
  CHECK(game.chance_of("?") > 0);
}

TEST_CASE("an observer starts anew where game, own rack, seed, doubt or player is another") {
  WatchedGame game;
  game.options.max_leaves = 100;  // a sample
  game.turn(opening_play(game.position, 3, "IMINO"), "GLORRTU");
  CHECK(game.knows_no_more());
  game.hold("??SSSSJ");
  CHECK(game.knows_no_more());
  game.options.seed = 2;
  CHECK(game.knows_no_more());
  game.options.doubt = 0.5;
  CHECK(game.knows_no_more());
  game.turns[0].move = opening_play(opening(), 3, "MINIM");
  CHECK(game.knows_no_more());
  game.turn(unsaid_exchange(3), "");  // which the first player sees
  CHECK(game.knows_no_more());
}

TEST_CASE("what the observer held is not forgotten where later turns tell less of it") {
  WatchedGame game;
  game.options.doubt = 1;
  game.options.max_leaves = 500;
  game.turn(opening_play(game.position, 0, "AT"), "SSSSEEE");
  CHECK(game.chance_of("S") == 0);
  for (int turns = 0; turns < 2; ++turns) game.turn(Move::pass(), "");
  CHECK(game.chance_of("S") == 0);
}

namespace {

WatchedGame long_game() {
  WatchedGame game;
  game.options.max_leaves = 20;
  game.options.doubt = kUnknownOpponent;
  for (int n = 0; n < 13; ++n) {
    if (n > 0) game.turn(Move::pass(), "GLORRTU");
    game.turn(unsaid_exchange(3), "GLORRTU");
  }
  return game;
}

}  // namespace

// A tenth of a second is allowed for each at first.
TEST_CASE("of more turns than there is time for, the oldest are left out for now") {
  WatchedGame game = long_game(), last = game;
  last.turns.erase(last.turns.begin(), last.turns.end() - 1);
  // That the machine stands still meanwhile is nobody's fault; again and again it does not.
  bool knows_the_last = false;
  for (int n = 0; n < 5 && !knows_the_last; ++n) {
    game.observer.forget();
    game.options.limits.deadline = deadline_in(0.19);
    knows_the_last = game.learn(game.observer) != nullptr && game.knows_what_is_told_in(last);
  }
  CHECK(knows_the_last);
  game.options.limits.deadline = deadline_in(100);
  CHECK(!last.knows_what_is_told_in(game));
  CHECK(game.knows_no_more());
}

TEST_CASE("what there was no time for is learnt when there is") {
  WatchedGame game = long_game();
  game.options.limits.deadline = deadline_in(0.05);
  CHECK(game.learn(game.observer) == nullptr);
  game.options.limits.deadline = deadline_in(100);
  CHECK(game.knows_no_more());
}

TEST_CASE("an observer who is stopped before the last turn says nothing of an earlier one") {
  WatchedGame game;
  game.turn(opening_play(game.position, 3, "IMINO"), "GLORRTU");
  REQUIRE(game.learn(game.observer) != nullptr);
  game.turn(Move::pass(), "GLORRTU");
  game.turn(unsaid_exchange(3), "GLORRTU");
  game.options.limits.deadline = Limits::Clock::now();
  CHECK(game.learn(game.observer) == nullptr);
  game.options.limits.deadline = Limits().deadline;
  CHECK(game.knows_no_more());
}

TEST_CASE("a play that was challenged off tells nothing") {
  WatchedGame game;
  game.hold("GLORRTU");
  game.turns.push_back({game.position, opening_play(game.position, 3, "IMINO"), false});
  game.position.make(Move::pass());
  CHECK(game.learn(game.observer) == nullptr);
}

TEST_CASE("tiles of an own play that was challenged off were not drawn") {
  WatchedGame game;
  game.turn(unsaid_exchange(3), "AEEINRT");
  game.turn(move_of(game.position, "ex.E"), "AEEINRT");
  game.turn(Move::pass(), "AEINRTV");
  game.turns.push_back({game.position, opening_play(game.position, 2, "VEIN"), false});
  game.position.make(Move::pass());
  game.turn(Move::pass(), "AEINRTV");
  CHECK(game.learn(game.observer)->belief().in_bag() == rack("E"));
}

TEST_CASE("where no leave is left to believe in, nothing is believed of the rack") {
  CHECK(Inferred{}.belief().empty());
}
