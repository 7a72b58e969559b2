// A position and its best moves by equity, to simulate with the tables shipped for OEL1.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/candidates.h"
#include "sim/simulator.h"
#include "support/lexica.h"

namespace zymurgy::test {

struct Scene {
  const Words& words = oel1();
  const WinTable& wins = oel1_wins();
  Position position;
  Lanes lanes;
  std::vector<Candidate> candidates;

  Scene(std::uint64_t seed, int top) : Scene(random_position(oel1(), seed), top) {}
  Scene(const Position& root, int top) : position(root), lanes(*words.lexicon, position) {
    MoveFinder finder(*words.lexicon, *words.leaves);
    candidates = finder.top(position, lanes, top);
  }
  // The `top` best moves and, if it is not among them, one more.
  std::vector<Candidate> named(int top, std::optional<Move> also = {}) const {
    MoveFinder finder(*words.lexicon, *words.leaves);
    RankRequest request{.count = top};
    if (also) request.also = {*also};
    return sim_candidates(position, lanes, finder, nullptr, request);
  }
  GuideMaker guides(GuideNetworks network = {}) const {
    return guide_maker(*words.lexicon, *words.leaves, wins, network);
  }
  Simulator simulator(int threads) const { return {*words.leaves, guides(), threads}; }
};

}  // namespace zymurgy::test
