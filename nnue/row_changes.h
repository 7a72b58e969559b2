// Accumulators to be made from others, and the rows to be added to each, which are on their way
// from memory until all are made at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "nnue/kernels.h"

namespace zymurgy::nnue {

// Where rows are noted: a local one stays in a register.
class RowCursor {
 public:
  explicit RowCursor(Row* at) : at_(at) {}
  Row* at() const { return at_; }

  void operator()(Row row) {
    __builtin_prefetch(row);
    *at_++ = row;
  }
  // Only if so, but without a branch.
  void operator()(Row row, bool really) {
    __builtin_prefetch(row);
    *at_ = row;
    at_ += really;
  }

 private:
  Row* at_;
};

class RowChanges {
 public:
  // Rows, and accumulators, that fit.
  static constexpr std::size_t kMostRows = 4096, kMostUpdates = 256;

  // `zero`: a row of zeros, of any width that is asked for.
  explicit RowChanges(Row zero) : zero_(zero) {}

  // Where the next accumulator's rows go.
  RowCursor rows() { return RowCursor(&rows_[next_]); }
  // Adds an update: `to` is `from` plus the rows noted since the last claim. Moves the cursor to
  // where the next update's rows begin. `from` may be an earlier `to`, or `to` itself.
  void claim(Row from, std::int16_t* to, RowCursor& rows) {
    const Row* first = &rows_[next_];
    const auto count = static_cast<std::size_t>(rows.at() - first);
    // A whole number of what the kernel takes at once costs it no branch.
    for (std::size_t i = 0; i + 1 < kRowsAtOnce; ++i) rows.at()[i] = zero_;
    const std::size_t filled = (count + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce;
    updates_[claims_++] = {from, to, first, filled};
    next_ += filled;
    rows = this->rows();
  }
  // Whether so many more rows fit.
  bool room(std::size_t rows) const { return next_ + rows + kRowsAtOnce <= kMostRows; }
  // Makes all that is claimed, in order.
  void apply(int width) {
    update_rows(width, {updates_.data(), claims_});
    claims_ = 0;
    next_ = 0;
  }

 private:
  Row zero_;
  std::array<Row, kMostRows> rows_;
  std::size_t next_ = 0;
  std::array<Update, kMostUpdates> updates_;
  std::size_t claims_ = 0;
};

}  // namespace zymurgy::nnue
