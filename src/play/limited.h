// Play that is weak in the way people are: not all words are known, and the best of the moves found
// is not always made. There are no word frequencies here, so words count as harder the longer they
// are and the rarer their tiles.
#pragma once

#include <array>
#include <cstdint>

#include "evaluate/move_finder.h"
#include "game/random.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// The words that a player knows: a function of reach and seed. With the same seed, a greater reach
// knows all words of a smaller one; two-letter words are always known.
class Vocabulary {
 public:
  // `reach` is the difficulty up to which words are known: about their length, for words of
  // ordinary letters.
  Vocabulary(const TileSet& tiles, double reach, std::uint64_t seed);
  bool knows(LetterRun word) const;

 private:
  std::array<double, kLetterCodes> rarity_{};  // information in a tile of the letter, in bits
  double reach_;
  std::uint64_t seed_;
};

struct Skill {
  // Static play is 2000. Levels 200 apart are 200 Elo apart in games against each other
  // (bench/strength.md), on OEL1; over wider gaps the lower one loses more than Elo predicts.
  static constexpr int kLowestElo = 800, kHighestElo = 2000;
  static Skill of_elo(int elo);

  double reach = 0;        // of the vocabulary
  double temperature = 0;  // of the choice among known moves: odds exp(equity / T), T in points
};

// A move that forms known words only. With the bag empty, few tiles and squares are left to
// overlook, so the choice is closer to the best.
Move limited_choice(MoveFinder& finder, const Vocabulary& vocabulary, const Skill& skill,
                    const Position& position, const Lanes& lanes, Random& random);

}  // namespace zymurgy
