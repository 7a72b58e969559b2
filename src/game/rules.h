// The rules that vary from one club, country or online room to another.
#pragma once

#include <cstdint>

#include "game/letters.h"

namespace zymurgy {

enum class ChallengeRule : std::uint8_t { kVoid, kSingle, kDouble, kTriple, kFivePoint, kTenPoint };

struct Rules {
  int bingo_bonus = 50;                            // for laying kRackSize tiles at once
  int exchange_limit = 7;                          // fewest tiles in the bag that allow an exchange
  int max_scoreless_turns = 6;                     // scoreless turns in a row that end the game
  ChallengeRule challenge = ChallengeRule::kVoid;  // kept for CGPs; does not affect play

  struct Bounds {
    int least, most;
  };
  static constexpr Bounds kBonuses{0, 1000}, kExchangeLimits{1, 255}, kScorelessTurns{1, 100};
  constexpr bool possible() const {
    const auto within = [](int value, const Bounds& bounds) {
      return bounds.least <= value && value <= bounds.most;
    };
    return within(bingo_bonus, kBonuses) && within(exchange_limit, kExchangeLimits) &&
           within(max_scoreless_turns, kScorelessTurns);
  }

  // The bonus of a play of `tiles` tiles.
  int bonus(int tiles) const { return tiles >= kRackSize ? bingo_bonus : 0; }
  bool operator==(const Rules&) const = default;
};

}  // namespace zymurgy
