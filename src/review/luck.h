// How lucky a draw was: the best play of the rack it made, against those of the racks that other
// draws would have made on the same board.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "evaluate/move_finder.h"
#include "stats/intervals.h"

namespace zymurgy {

// What a player had before a draw: the leave, and what an exchange put back behind it.
struct Kept {
  TileCounts leave, put_back;
};
Kept kept_after(const Position& before, const Move& move);

// How a rack came about.
struct DrawnRack {
  Position position;  // the side on turn holds the rack
  TileCounts kept;    // the tiles of it that were there before the draw
  TileCounts pool;    // what its other tiles were drawn from, these included
};
// A draw as the side on turn knows it: from all that it did not see before, less what an exchange
// put back afterwards, unless the tiles drawn cannot have come from the rest.
DrawnRack draw_from_unseen(const Position& position, const Kept& kept);

// One thread's way to make a draw again.
class Redraws {
 public:
  Redraws(MoveFinder& finder, const Lexicon& lexicon, const DrawnRack& draw);

  // The equities of best plays: of the rack as it was drawn, and of another draw, in points.
  double as_drawn() { return best_equity(draw_->position.rack()); }
  double again(Random& random);

 private:
  double best_equity(const Rack& rack);

  MoveFinder* finder_;
  const DrawnRack* draw_;
  Position position_;  // with the rack at hand
  Lanes lanes_;
};

// Of one draw, where many are judged: all are held in memory.
inline constexpr int kMostDraws = 1'000'000;

struct LuckOptions {
  int draws = 5000;
  std::uint64_t seed = 1;
  int threads = 1;
};

struct Luck {
  Candidate best;                // of the rack as it is
  std::vector<double> equities;  // of the other draws' best plays, in points, ascending
  Mean mean;                     // of these
  // Points above the mean of the other draws (in review/draw_luck.h this one counts, too), and the
  // share of these that made less, ties half.
  double points() const { return in_points(best.equity) - mean.mean(); }
  double rank() const;
};

// The same whatever the threads, unless stopped.
Luck luck_of(const Lexicon& lexicon, const LeaveTable& leaves, const DrawnRack& draw,
             const LuckOptions& options, std::stop_token stop = {});

}  // namespace zymurgy
