// What turns of a side tell together, against all that may have been.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/counting.h"
#include "inference/hindsight.h"
#include "inference/inference.h"
#include "inference/player_models.h"
#include "inference/static_judge.h"
#include "play/game.h"
#include "support/lexica.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

struct Turn {
  Position seen;  // before it, by the observer
  Lanes lanes;
  Move move;
};

struct TwoTurns {
  Turn first, second;
  std::vector<Turn> between;      // of the observer's, and passes of the other side
  std::vector<TileCounts> drawn;  // by the observer

  Inference after_the_first(const test::Words& words, const InferOptions& options) const {
    Inference inference(*words.lexicon, *words.leaves);
    inference.observe(first.seen, first.lanes, first.move, options);
    inference.observe_own_move(between.front().seen.rack(), between.front().move);
    return inference;
  }
};

// Which turns are looked for.
struct Late {
  int most_in_bag;           // before the first
  bool empties_bag = false;  // the second, and tiles are left on the rack
  int exchanged = 0;         // by the observer, at most; 0: it plays
  bool passes = false;       // then the side that is watched passes, and the observer moves again
};

// Of a static game. The side that is watched makes the best play by static equity, or another far
// down the list; the observer the best, or an exchange, which is allowed to the last.
std::optional<TwoTurns> two_turns(const test::Words& words, std::uint64_t seed, const Late& late,
                                  std::size_t choice) {
  MoveFinder finder(*words.lexicon, *words.leaves);
  const Rules rules{.exchange_limit = late.exchanged > 0 ? 1 : Rules{}.exchange_limit};
  Game game(*words.lexicon, Layout::standard(), rules);
  game.start(seed);
  const auto nth = [&](std::size_t n) {
    const auto& plays = finder.top(game.position(), game.lanes(), 10);
    return plays[std::min(n, plays.size() - 1)].move;
  };
  while (!game.over() && game.position().bag_size() > late.most_in_bag) game.play(nth(0));
  if (game.over() || game.position().bag_size() == 0) return std::nullopt;
  const int watched = game.position().on_turn();
  const auto turn = [&](std::size_t n) {
    Position seen = game.position();
    seen.set_rack(watched, {});
    return Turn{seen, game.lanes(), nth(n)};
  };
  const Turn first = turn(choice);
  game.play(first.move);
  if (!first.move.is_play() || game.over()) return std::nullopt;
  Turn own = turn(0);
  if (late.exchanged > 0) {
    const int exchanged = std::min(late.exchanged, own.seen.most_exchanged());
    if (exchanged == 0) return std::nullopt;
    Random random(seed);
    own.move = Move::exchange(draw_tiles(own.seen.rack(), exchanged, random));
  }
  std::vector<Turn> between{own};
  std::vector<TileCounts> drawn{game.play(own.move)};
  if (late.passes) {
    if (game.over() || game.position().most_exchanged() == 0) return std::nullopt;
    between.push_back(turn(0));
    between.back().move = Move::pass();
    game.play(Move::pass());
    between.push_back(turn(0));
    drawn.push_back(game.play(between.back().move));
  }
  if (game.over()) return std::nullopt;
  const Turn second = turn(choice);
  if (!second.move.is_play()) return std::nullopt;
  game.play(second.move);
  if (late.empties_bag && (game.over() || game.position().bag_size() > 0)) return std::nullopt;
  return TwoTurns{first, second, between, drawn};
}

InferOptions all_leaves() {
  InferOptions options;
  options.doubt = kUnknownOpponent;
  options.max_leaves = 10'000'000;
  return options;
}

using ByRack = std::map<std::string, ByModel>;

std::string text_of(const TileCounts& tiles) { return TileSet::english().rack_text(tiles); }

// How likely each rack makes the move that was made.
class Likelihood {
 public:
  Likelihood(const test::Words& words, const Turn& turn)
      : turn_(turn),
        models_(all_leaves(), turn.seen.bag_size()),
        judge_(*words.lexicon, *words.leaves, turn.seen, turn.lanes, turn.move, models_.least(),
               models_.most()) {}

  ByModel of(const Rack& rack) {
    if (!rack.includes(turn_.move.used())) return {};
    const auto [known, is_new] = known_.try_emplace(text_of(rack));
    if (is_new) {
      const StaticVerdict verdict = judge_.judge(rack);
      if (verdict.possible) known->second = models_.likelihood(verdict.loss);
    }
    return known->second;
  }

 private:
  const Turn& turn_;
  PlayerModels models_;
  StaticJudge judge_;
  ByRack known_;
};

double chance_to_draw(const TileCounts& tiles, const TileCounts& pool) {
  return ways_to_draw(tiles, pool) / choose(pool.size(), tiles.size());
}

// By model, of all: what a model that explains nothing believes is what the other does.
ByModel share_of(const ByModel& one, const ByModel& all) {
  const double another = one.of_other / all.of_other;
  return {all.of_static > 0 ? one.of_static / all.of_static : another, another};
}

// What both turns make of every rack and draw: the leaves behind the second, and the doubt.
struct Believed {
  ByRack leaves;
  ByModel all;
  double doubt;
};

Believed by_brute_force(const test::Words& words, const TwoTurns& turns) {
  const Turn &first = turns.first, &second = turns.second;
  const int observer = 1 - first.seen.on_turn();
  Likelihood of_first(words, first), of_second(words, second);
  const TileCounts pool = first.seen.unseen(observer);
  ByModel all_first;
  std::map<std::string, std::pair<TileCounts, ByModel>> kept;
  for_each_draw(pool, std::min(kRackSize, pool.size()), [&](const TileCounts& rack) {
    const ByModel joint = of_first.of(rack) * chance_to_draw(rack, pool);
    all_first += joint;
    if (joint.of_other <= 0) return true;
    auto& [leave, chance] = kept[text_of(rack.without(first.move.used()))];
    leave = rack.without(first.move.used());
    chance += joint;
    return true;
  });
  const double doubt = doubt_after(kUnknownOpponent, all_first);

  Believed believed;
  const auto add = [&](const TileCounts& rack, const ByModel& chance) {
    const ByModel joint = chance * of_second.of(rack);
    believed.all += joint;
    if (joint.of_other > 0) believed.leaves[text_of(rack.without(second.move.used()))] += joint;
  };
  const TileCounts then = pool.without(first.move.used());  // the leave and the bag
  const TileCounts& own_draw = turns.drawn.front();
  const int draws = std::min<int>(first.move.tiles_played, first.seen.bag_size());
  for (const auto& [text, entry] : kept) {
    const TileCounts& leave = entry.first;
    const ByModel chance = share_of(entry.second, all_first);
    const TileCounts bag = then.without(leave);
    for_each_draw(bag, draws, [&](const TileCounts& draw) {
      const double to_see_those_drawn =
          chance_to_draw(own_draw, bag.without(draw)) / chance_to_draw(own_draw, then);
      TileCounts rack = leave;
      rack.add(draw);
      if (bag.without(draw).includes(own_draw))
        add(rack, chance * (0.9 * chance_to_draw(draw, bag) * to_see_those_drawn));
      return true;
    });
  }
  // One time in ten nothing is taken for known.
  const TileCounts unseen = then.without(own_draw);
  for_each_draw(unseen, std::min(kRackSize, unseen.size()), [&](const TileCounts& rack) {
    const double chance = 0.1 * chance_to_draw(rack, unseen);
    add(rack, {chance, chance});
    return true;
  });
  believed.doubt = doubt_after(doubt, believed.all);
  return believed;
}

void check_alike(const Inference& one, const Inference& other) {
  CHECK(*one.doubt() == doctest::Approx(*other.doubt()));
  REQUIRE(one.last().leaves.size() == other.last().leaves.size());
  ByRack leaves;
  for (const InferredLeave& entry : one.last().leaves)
    leaves[text_of(entry.leave)] = entry.chance_by;
  for (const InferredLeave& entry : other.last().leaves) {
    const ByModel& same = leaves[text_of(entry.leave)];
    CHECK(entry.chance_by.of_static == doctest::Approx(same.of_static));
    CHECK(entry.chance_by.of_other == doctest::Approx(same.of_other));
  }
}

// f(turns) for two turns of several games, of players of either kind.
template <typename F>
void for_some_games(const test::Words& words, const Late& late, F&& f) {
  int met = 0;
  for (std::uint64_t seed = 1; met < test::repeats(16) && seed < 200; ++seed)
    if (const auto turns = two_turns(words, seed, late, seed % 2 == 0 ? 0 : 5)) {
      CAPTURE(seed);
      f(*turns);
      ++met;
    }
  CHECK(met > 0);
}

TEST_CASE("beliefs after two turns are what all racks and draws say, by either player model") {
  const test::Words& words = test::thin_oel1();
  for_some_games(words, {.most_in_bag = 4}, [&](const TwoTurns& turns) {
    Inference inference = turns.after_the_first(words, all_leaves());
    inference.observe(turns.second.seen, turns.second.lanes, turns.second.move, all_leaves());
    Believed wanted = by_brute_force(words, turns);
    CHECK(*inference.doubt() == doctest::Approx(wanted.doubt));
    CHECK(inference.last().leaves.size() == wanted.leaves.size());
    for (const InferredLeave& entry : inference.last().leaves) {
      const ByModel chance = share_of(wanted.leaves[text_of(entry.leave)], wanted.all);
      CHECK(entry.chance == doctest::Approx(chance.mixed(wanted.doubt)));
    }
  });
}

// That the observer drew what it did.
double chance_of_own_draws(const TwoTurns& turns, TileCounts bag) {
  double chance = 1;
  auto drawn = turns.drawn.begin();
  for (const Turn& turn : turns.between) {
    if (turn.seen.on_turn() == turns.first.seen.on_turn()) continue;
    if (!bag.includes(*drawn)) return 0;
    chance *= chance_to_draw(*drawn, bag);
    bag.remove(*drawn++);
    bag.add(turn.move.put_back());
  }
  return chance;
}

// What both turns make of every rack and draw of either side, if the second empties the bag.
double doubt_by_brute_force(const test::Words& words, const TwoTurns& turns) {
  const Turn &first = turns.first, &second = turns.second;
  Likelihood of_first(words, first), of_second(words, second);
  const TileCounts pool = first.seen.unseen(1 - first.seen.on_turn());
  const int draws = std::min<int>(first.move.tiles_played, first.seen.bag_size());
  ByModel likely;
  for_each_draw(pool, std::min(kRackSize, pool.size()), [&](const TileCounts& rack) {
    const ByModel joint = of_first.of(rack) * chance_to_draw(rack, pool);
    if (joint.of_other <= 0) return true;
    const TileCounts leave = rack.without(first.move.used()), bag = pool.without(rack);
    for_each_draw(bag, draws, [&](const TileCounts& draw) {
      const double of_own = chance_of_own_draws(turns, bag.without(draw));
      if (of_own == 0) return true;
      TileCounts next = leave;
      next.add(draw);
      likely += joint * of_second.of(next) * (chance_to_draw(draw, bag) * of_own);
      return true;
    });
    return true;
  });
  return doubt_after(kUnknownOpponent, likely);
}

// That hindsight knows as much.
void check_hindsight(const Late& late) {
  const test::Words& words = test::thin_oel1();
  for_some_games(words, late, [&](const TwoTurns& turns) {
    Position now = turns.second.seen;
    now.make(turns.second.move);
    std::vector<SeenTurn> seen{{turns.first.seen, turns.first.move}};
    for (const Turn& turn : turns.between) seen.push_back({turn.seen, turn.move});
    seen.push_back({turns.second.seen, turns.second.move});
    const auto doubt = doubt_in_hindsight(*words.lexicon, *words.leaves, seen, now, all_leaves());
    REQUIRE(doubt);
    CHECK(*doubt == doctest::Approx(doubt_by_brute_force(words, turns)));
  });
}

TEST_CASE("with the bag empty two turns tell who played as all racks and draws say") {
  check_hindsight({.most_in_bag = 3, .empties_bag = true});
}

TEST_CASE("hindsight knows that what the observer put back was drawn later") {
  check_hindsight({.most_in_bag = 5, .empties_bag = true, .exchanged = 2});
}

TEST_CASE("hindsight knows that the observer may have drawn again what it put back") {
  check_hindsight({.most_in_bag = 7, .empties_bag = true, .exchanged = 2, .passes = true});
}

TEST_CASE("hindsight knows a static player by its game, and another") {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  // One side makes the best play by static equity, or one further down the list.
  const auto doubt_about = [&](std::size_t choice, std::uint64_t seed) {
    Game game(*words.lexicon, Layout::standard());
    game.start(seed);
    std::vector<SeenTurn> turns;
    const auto seen = [&game] {
      Position position = game.position();
      position.set_rack(1, {});
      return position;
    };
    while (game.position().bag_size() > 0 || game.position().on_turn() == 1) {
      const auto& plays = finder.top(game.position(), game.lanes(), 10);
      const bool theirs = game.position().on_turn() == 1;
      const Move move = plays[theirs ? std::min(choice, plays.size() - 1) : 0].move;
      turns.push_back({seen(), move.as_seen()});
      game.play(move);
    }
    return doubt_in_hindsight(*words.lexicon, *words.leaves, turns, seen(), all_leaves());
  };
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CHECK(doubt_about(0, seed).value_or(1) < 0.3);
    CHECK(doubt_about(5, seed).value_or(0) > 0.9);
  }
}

// That who learns of the second turn by tell(inference, turn) knows what another does.
template <typename Tell>
void check_told_otherwise(Tell&& tell) {
  const test::Words& words = test::thin_oel1();
  for_some_games(words, {.most_in_bag = 4}, [&](const TwoTurns& turns) {
    Inference inference = turns.after_the_first(words, all_leaves()), other = inference;
    const Turn& second = turns.second;
    inference.observe(second.seen, second.lanes, second.move, all_leaves());
    tell(other, second);
    check_alike(inference, other);
  });
}

TEST_CASE("a turn that tells nothing changes nothing that later ones tell") {
  check_told_otherwise([](Inference& passing, const Turn& turn) {
    passing.observe_uninformative(turn.seen, turn.seen.rack());
    passing.observe_own_move(turn.seen.rack(1 - turn.seen.on_turn()), Move::pass());
    passing.observe(turn.seen, turn.lanes, turn.move, all_leaves());
  });
}

TEST_CASE("tiles that a play taken back has shown are on the rack") {
  const test::Words& words = test::thin_oel1();
  InferOptions sure = all_leaves();
  sure.doubt = 0;
  for_some_games(words, {.most_in_bag = 4}, [&](const TwoTurns& turns) {
    const Position& seen = turns.second.seen;
    const TileCounts shown = turns.second.move.used();
    Inference before = turns.after_the_first(words, sure), after = before;
    before.observe_uninformative(seen, {});
    after.observe_uninformative(seen, shown);
    // A leave is as likely as before, and some draw has to bring the rest.
    const TileCounts pool = seen.unseen(1 - seen.on_turn());
    std::map<std::string, double> wanted;
    double all = 0;
    for (const InferredLeave& entry : before.last().leaves) {
      const TileCounts rest = pool.without(entry.leave);
      const int drawn = std::min(kRackSize, pool.size()) - entry.leave.size();
      double fit = 0;
      for_each_draw(rest, drawn, [&](const TileCounts& draw) {
        TileCounts rack = entry.leave;
        rack.add(draw);
        if (rack.includes(shown)) fit += ways_to_draw(draw, rest);
        return true;
      });
      if (fit == 0) continue;
      all += wanted[text_of(entry.leave)] = entry.chance * fit / choose(rest.size(), drawn);
    }
    CHECK(after.last().leaves.size() == wanted.size());
    for (const InferredLeave& entry : after.last().leaves)
      CHECK(entry.chance == doctest::Approx(wanted[text_of(entry.leave)] / all));
    CHECK(std::ranges::is_sorted(after.last().leaves, std::greater(), &InferredLeave::chance));
  });
}

TEST_CASE("tiles that were shown tell no more than the play of them") {
  check_told_otherwise([](Inference& inference, const Turn& turn) {
    Position known = turn.seen;
    known.set_rack(known.on_turn(), turn.move.used());
    inference.observe(known, turn.lanes, turn.move, all_leaves());
  });
}

}  // namespace
}  // namespace zymurgy
