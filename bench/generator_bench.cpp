// How fast moves are found, in positions of static self-play, by how much of the game is left, and
// in those of the file of cases that ZYMURGY_CASES names (JSON lines with a "cgp").
//
//   zymurgy-bench [--benchmark_filter=best]
//
// The reference lexicon is used if ZYMURGY_DATA names its folder, else the default one.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "evaluate/move_finder.h"
#include "lexicon/library.h"
#include "nnue/evaluator.h"
#include "play/autoplay.h"
#include "protocol/cgp.h"

namespace zymurgy {
namespace {

struct Tables {
  std::shared_ptr<const Lexicon> lexicon;
  std::shared_ptr<const LeaveTable> leaves;
};

const Tables& tables() {
  static const Tables tables = [] {
    const Library library = Library::from_paths("").value();
    const std::string code = library.has("TWL06.kwg") ? "TWL06" : std::string(kDefaultLexicon);
    benchmark::AddCustomContext("lexicon", code);
    return Tables{
        library.lexicon(code, TileSet::english()).value(),
        library.leaves(library.own_leaves(code, TileSet::english()), TileSet::english()).value()};
  }();
  return tables;
}

struct Moment {
  Position position;
  Lanes lanes;
};

constexpr int kCases = -1;  // stands for the cases in place of a number of tiles in the bag

std::vector<Moment> cases() {
  std::vector<Moment> moments;
  const char* const name = std::getenv("ZYMURGY_CASES");
  std::ifstream file(name);
  if (!file) {
    std::fprintf(stderr, "ZYMURGY_CASES: cannot read %s\n", name);
    std::exit(3);
  }
  for (std::string line; std::getline(file, line);) {
    const std::string cgp = nlohmann::json::parse(line)["cgp"];
    const Position position = parse_cgp(cgp).value().position;
    moments.push_back({position, Lanes(*tables().lexicon, position)});
  }
  return moments;
}

// The positions of some games with a number of tiles in the bag between `least` and `most`.
const std::vector<Moment>& moments(int least, int most) {
  static std::map<int, std::vector<Moment>> made;
  auto& moments = made[least];
  if (!moments.empty()) return moments;
  if (least == kCases) return moments = cases();
  MoveFinder finder(*tables().lexicon, *tables().leaves);
  Game game(*tables().lexicon, Layout::standard());
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (game.start(seed); !game.over(); game.play(finder.best(game.position(), game.lanes()).move))
      if (const int bag = game.position().bag_size(); bag >= least && bag <= most)
        moments.push_back({game.position(), game.lanes()});
  return moments;
}

// Runs `find` over the positions in turn; its results are added up as the work done.
template <typename Find>
void over_moments(benchmark::State& state, Find&& find) {
  const auto& all = moments(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  MoveFinder finder(*tables().lexicon, *tables().leaves);
  std::size_t next = 0;
  std::int64_t done = 0;
  for ([[maybe_unused]] const auto& once : state) {
    done += find(finder, all[next]);
    next = (next + 1) % all.size();
  }
  state.SetItemsProcessed(done);
}

// Arguments: the fewest and the most tiles in the bag.
void phases(benchmark::internal::Benchmark* benchmark) {
  if (std::getenv("ZYMURGY_CASES") != nullptr) benchmark->Args({kCases, kCases});
  benchmark->ArgNames({"from", "to"})->Args({60, 86})->Args({20, 59})->Args({1, 19})->Args({0, 0});
}

void best(benchmark::State& state) {
  over_moments(state, [](MoveFinder& finder, const Moment& moment) {
    Candidate found = finder.best(moment.position, moment.lanes);
    benchmark::DoNotOptimize(found);
    return 1;
  });
}
BENCHMARK(best)->Apply(phases);

void top_15(benchmark::State& state) {
  over_moments(state, [](MoveFinder& finder, const Moment& moment) {
    benchmark::DoNotOptimize(finder.top(moment.position, moment.lanes, 15).data());
    return 1;
  });
}
BENCHMARK(top_15)->Apply(phases);

void highest_score(benchmark::State& state) {
  over_moments(state, [](MoveFinder& finder, const Moment& moment) {
    Candidate found = finder.best_by_score(moment.position, moment.lanes);
    benchmark::DoNotOptimize(found);
    return 1;
  });
}
BENCHMARK(highest_score)->Apply(phases);

// Items are plays.
void all_plays(benchmark::State& state) {
  over_moments(state, [](MoveFinder& finder, const Moment& moment) {
    return static_cast<std::int64_t>(finder.plays(moment.position, moment.lanes).size());
  });
}
BENCHMARK(all_plays)->Apply(phases);

void lanes_from_board(benchmark::State& state) {
  over_moments(state, [](MoveFinder&, const Moment& moment) {
    benchmark::DoNotOptimize(
        Lanes(*tables().lexicon, moment.position.layout(), moment.position.board()));
    return 1;
  });
}
BENCHMARK(lanes_from_board)->Apply(phases);

// Items are evaluations by the shipped network: it starts a position, then judges the 15 best plays
// by static equity.
void network_values(benchmark::State& state) {
  const auto& all = moments(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  const TileSet& tile_set = TileSet::english();
  const auto network =
      nnue::find_network(Library::from_paths("").value(), "OEL1", &tile_set).value();
  nnue::Evaluator evaluator(*network, tile_set);
  MoveFinder finder(*tables().lexicon, *tables().leaves);
  std::vector<std::vector<Candidate>> candidates;
  for (const Moment& moment : all)
    candidates.push_back(finder.top(moment.position, moment.lanes, 15));
  std::size_t next = 0;
  std::int64_t done = 0;
  for ([[maybe_unused]] const auto& once : state) {
    evaluator.start(all[next].position, all[next].lanes);
    benchmark::DoNotOptimize(evaluator.predict(candidates[next]).data());
    done += static_cast<std::int64_t>(candidates[next].size());
    next = (next + 1) % all.size();
  }
  state.SetItemsProcessed(done);
}
BENCHMARK(network_values)->Apply(phases);

// The same in play: one turn of a static game after another, timed without the search for its 15
// best plays, which evicts the caches.
void network_in_play(benchmark::State& state) {
  const TileSet& tile_set = TileSet::english();
  const auto network =
      nnue::find_network(Library::from_paths("").value(), "OEL1", &tile_set).value();
  nnue::Evaluator evaluator(*network, tile_set);
  MoveFinder finder(*tables().lexicon, *tables().leaves);
  Game game(*tables().lexicon, Layout::standard());
  std::uint64_t seed = 0;
  std::int64_t done = 0;
  for ([[maybe_unused]] const auto& once : state) {
    while (game.over()) game.start(seed++);
    const auto& candidates = finder.top(game.position(), game.lanes(), 15);
    const auto start = std::chrono::steady_clock::now();
    evaluator.start(game.position(), game.lanes());
    benchmark::DoNotOptimize(evaluator.predict(candidates).data());
    state.SetIterationTime(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    done += static_cast<std::int64_t>(candidates.size());
    game.play(candidates.front().move);
  }
  state.SetItemsProcessed(done);
}
BENCHMARK(network_in_play)->UseManualTime();

void static_games(benchmark::State& state) {
  const auto player = make_player(PlayerSpec{}, {tables().lexicon.get(), tables().leaves.get()});
  Game game(*tables().lexicon, Layout::standard());
  GameRecord record;
  std::uint64_t seed = 0;
  for ([[maybe_unused]] const auto& once : state)
    play_game(game, {player.get(), player.get()}, seed++, record);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(static_games)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace zymurgy
