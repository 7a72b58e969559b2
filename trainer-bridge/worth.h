// What the gains of a group of plays are worth: their points or, with a win table, the win
// probability that they bring. Holding a lead and making one up call for different plays, which
// points alone would not tell apart.
//
// Where plays were followed to the end of the game the winner is known; that result is smoothed.
//
// Win probabilities become points by division by the probability that a point is worth in this
// group, so that they compare with static equities. A little of the points gained is added: points
// are less noisy, and order the plays of decided games, too.
#pragma once

#include <vector>

#include "evaluate/win_table.h"
#include "game/position.h"
#include "making/contrast_file.h"

namespace zymurgy::trainer {

class Worth {
 public:
  // `wins` may be nullptr: then only points count. The table must outlive this object.
  Worth(const WinTable* wins, const Position& position, const std::vector<ContrastPlay>& plays);

  // The weight of the group's errors.
  float weight() const;
  // The worth, in points, of what a play gained after `plies` plies.
  float of_gain(const ContrastPlay& play, int plies) const;

 private:
  // The mover's win probability if this play gained `gain` points in `plies` plies.
  double chance(const ContrastPlay& play, double gain, int plies) const;

  const WinTable* wins_;
  int lead_, unseen_;
  double of_point_ = 0;  // the win probability that a point is worth, with kPlainPoint
};

}  // namespace zymurgy::trainer
