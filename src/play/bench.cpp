#include "play/bench.h"

#include "evaluate/move_finder.h"
#include "game/limits.h"
#include "play/game.h"

namespace zymurgy {

BenchResult bench(const Lexicon& lexicon, const LeaveTable& leaves, std::stop_token stop) {
  constexpr std::uint64_t kGames = 100;
  const auto start = Limits::Clock::now();
  BenchResult result;
  const auto sign = [&](std::uint64_t value) { result.signature = mix64(result.signature, value); };
  MoveFinder finder(lexicon, leaves);
  Game game(lexicon, Layout::standard());
  for (std::uint64_t seed = 0; seed < kGames && !stop.stop_requested(); ++seed) {
    game.start(seed);
    while (!game.over()) {
      const Perft perft = finder.perft(game.position(), game.lanes());
      result.nodes += perft.plays;
      sign(perft.checksum);
      game.play(finder.best(game.position(), game.lanes()).move);
    }
    for (int seat = 0; seat < 2; ++seat)
      sign(static_cast<std::uint64_t>(game.position().final_score(seat)));
  }
  result.seconds = seconds_since(start);
  return result;
}

}  // namespace zymurgy
