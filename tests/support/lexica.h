// Lexica and positions for tests.
#pragma once

#include <memory>
#include <vector>

#include "evaluate/move_finder.h"
#include "evaluate/win_table.h"
#include "lexicon/library.h"
#include "play/player.h"

namespace zymurgy::test {

struct Words {
  std::shared_ptr<const Lexicon> lexicon;
  std::shared_ptr<const LeaveTable> leaves;
};

// The default lexicon.
const Words& oel1();
const WinTable& oel1_wins();
PlayerTables oel1_tables();  // no network
// A lexicon small enough for brute force: the short words of OEL1 and a share of the long ones.
const Words& thin_oel1();
// The reference lexicon TWL06, which is not part of the project: null if it is absent, and the test
// reports that it is skipped.
const Words* reference();

// A position from a game of random and static moves, with full racks while the bag lasts: every
// phase of the game occurs.
Position random_position(const Words& words, std::uint64_t seed);

}  // namespace zymurgy::test
