// How much static equity a move gives away, by the rack that it may have been made with.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "evaluate/static_evaluator.h"
#include "game/position.h"
#include "movegen/generator.h"

namespace zymurgy {

struct StaticVerdict {
  bool possible = false;         // the rack has such an exchange
  std::optional<Equity> loss{};  // of equity; none if it is more than matters
  TileCounts leave{};
};

// One for each thread. Racks are much alike: it first tries the plays that beat the move on the
// last ones.
class StaticJudge {
 public:
  // Both must outlive it.
  StaticJudge(const Lexicon& lexicon, const LeaveTable& leaves)
      : words_(&lexicon.words()), evaluator_(leaves), generator_(lexicon) {}

  // Judges a move of the side on turn in `before`, with this rack. A loss below `least` is given
  // as `least`, one above `most` as none. For an exchange of unknown tiles: the best of that size.
  StaticVerdict judge(const Position& before, const Lanes& lanes, const Move& move,
                      const Rack& rack, Equity least, Equity most);

 private:
  bool is_beaten(const Position& position, Equity floor);

  static constexpr std::size_t kBetterPlays = 48;

  const WordTable* words_;
  StaticEvaluator evaluator_;
  std::deque<Move> better_plays_;  // the last one first
  Generator generator_;
  RackSubsets subsets_;
  PlayTerms terms_;
  std::vector<Candidate> best_;
};

}  // namespace zymurgy
