// How lucky a draw was: the equity of the resulting rack's best play, compared with those of the
// racks that other draws would have made on the same board.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "evaluate/move_finder.h"
#include "stats/intervals.h"

namespace zymurgy {

// What a player had before a draw: the leave, and the tiles that an exchange put back after the
// draw.
struct Kept {
  TileCounts leave, put_back;
};
Kept kept_after(const Position& before, const Move& move);

// How a rack was drawn.
struct DrawnRack {
  Position position;  // the side on turn holds the rack
  TileCounts kept;    // the tiles of the rack that were there before the draw
  TileCounts pool;    // what the other tiles were drawn from, themselves included
};
// A draw as the side on turn knows it: from all tiles that it did not see before, less those that
// an exchange put back afterwards, unless the drawn tiles cannot all have come from the rest.
DrawnRack draw_from_unseen(const Position& position, const Kept& kept);

// Makes a draw again; one object per thread.
class Redraws {
 public:
  Redraws(MoveFinder& finder, const Lexicon& lexicon, const DrawnRack& draw);

  // The equity of the best play, in points: of the rack as it was drawn, and of the rack of another
  // draw.
  double as_drawn() { return best_equity(draw_->position.rack()); }
  double again(Random& random);

 private:
  double best_equity(const Rack& rack);

  MoveFinder* finder_;
  const DrawnRack* draw_;
  Position position_;  // with the rack being valued
  Lanes lanes_;
};

// The limit for one draw where many are judged: all its equities are held in memory.
inline constexpr int kMostDraws = 1'000'000;

struct LuckOptions {
  int draws = 5000;
  std::uint64_t seed = 1;
  int threads = 1;
};

struct Luck {
  Candidate best;                // of the actual rack
  std::vector<double> equities;  // of the other draws' best plays, in points, ascending
  Mean mean;                     // of these
  // Points above the mean of the other draws (in review/draw_luck.h the actual draw counts, too),
  // and the share of the other draws with less equity, ties counted half.
  double points() const { return in_points(best.equity) - mean.mean(); }
  double rank() const;
};

// The result does not depend on the number of threads, unless stopped.
Luck luck_of(const Lexicon& lexicon, const LeaveTable& leaves, const DrawnRack& draw,
             const LuckOptions& options, std::stop_token stop = {});

}  // namespace zymurgy
