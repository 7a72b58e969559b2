// Pending updates of lanes: accumulators to be made from others, then the units to be mixed from
// them, all applied at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "nnue/row_changes.h"

namespace zymurgy::nnue {

class LaneUpdates {
 public:
  // The network must outlive this object. `zero`: a row of zeros, as wide as an accumulator.
  LaneUpdates(const Network& network, Row zero)
      : network_(&network), table_(network), changes_(zero) {}

  // See RowChanges.
  RowCursor rows() { return changes_.rows(); }
  bool room(std::size_t rows) const { return changes_.room(rows); }
  void claim(Row from, std::int16_t* to, RowCursor& rows) { changes_.claim(from, to, rows); }
  // Claims the units of a lane's accumulator as it will be after all updates. An accumulator may be
  // claimed several times, but needs only one call here.
  void claim_units(Row lane, std::int16_t* units) { mixings_.push_back({lane, units}); }

  void apply() {
    changes_.apply(network_->sizes.width);
    mix(*network_, table_, mixings_);
    mixings_.clear();
  }

 private:
  const Network* network_;
  MixTable table_;
  RowChanges changes_;
  std::vector<Mixing> mixings_;
};

}  // namespace zymurgy::nnue
