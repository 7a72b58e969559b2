#include "making/rack_sampler.h"

#include <algorithm>

#include "game/counting.h"

namespace zymurgy {

void RackSampler::assign(const TileCounts& unplayed) {
  unplayed_ = unplayed;
  ways_.back() = {1};
  for (int l = kLetterCodes - 1; l >= 0; --l) {
    const int held = unplayed[static_cast<Letter>(l)];
    for (int k = 0; k < kRackSize; ++k) {
      double ways = 0;
      for (int n = 0; n <= std::min(held, k); ++n) ways += ways_[l + 1][k - n];
      ways_[l][k] = ways;
    }
  }
  leaves_ = ways_[0][kRackSize - 1];
  racks_ = choose(unplayed.size(), kRackSize);
}

Rack RackSampler::natural(Random& random) const { return draw_tiles(unplayed_, kRackSize, random); }

Rack RackSampler::forced(Random& random) const {
  Rack rack;
  TileCounts rest = unplayed_;
  for (int l = 0, missing = kRackSize - 1; missing > 0; ++l) {
    // Choose how many tiles of this letter, in proportion to the number of leaves that continue
    // from there.
    double left = random.unit() * ways_[l][missing];
    const auto letter = static_cast<Letter>(l);
    const int most = std::min(unplayed_[letter], missing);
    int n = 0;
    while (n < most && (left -= ways_[l + 1][missing - n]) >= 0) ++n;
    rack.add(letter, n);
    rest.remove(letter, n);
    missing -= n;
  }
  rack.add(draw_tiles(rest, 1, random));
  return rack;
}

double RackSampler::weight(const Rack& rack) const {
  const double natural = ways_to_draw(rack, unplayed_) / racks_;
  double last = 0;
  for (const Letter letter : Letters(rack.letters())) {
    last += unplayed_[letter] - rack[letter] + 1;  // ways in which this letter was drawn last
  }
  const double forced = last / (unplayed_.size() - kRackSize + 1) / leaves_;
  return 2 * natural / (natural + forced);
}

}  // namespace zymurgy
