// What the gains of a group of plays are worth: as many points as they are or, by a win table, the
// chance to win that they bring. A lead to be held and one to be made up ask for different plays,
// which points alone would not tell apart.
//
// Where plays were followed to the end of the game who won is known, and is smoothed.
//
// Chances become points, divided by the chance that a point is worth in this group, so that they
// compare with static equities. A little of the points gained is added: they are less noisy, and
// order the plays of decided games, too.
#pragma once

#include <vector>

#include "evaluate/win_table.h"
#include "game/position.h"
#include "making/contrast_file.h"

namespace zymurgy::trainer {

class Worth {
 public:
  // `wins` may be nullptr: points are all that counts. The table must outlive this.
  Worth(const WinTable* wins, const Position& position, const std::vector<ContrastPlay>& plays);

  // Of the group's errors.
  float weight() const;
  // What a play gained after so many plies is worth, in points.
  float of_gain(const ContrastPlay& play, int plies) const;

 private:
  // The mover's chance if this play gained so many points in so many plies.
  double chance(const ContrastPlay& play, double gain, int plies) const;

  const WinTable* wins_;
  int lead_, unseen_;
  double of_point_ = 0;  // the chance that a point is worth, and the points kept in
};

}  // namespace zymurgy::trainer
