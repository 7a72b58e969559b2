// Pending updates: accumulators to be made from others, and the rows to add to each. Rows are
// prefetched when they are noted; all updates are made at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "nnue/kernels.h"

namespace zymurgy::nnue {

// Where the next row is noted. A local cursor stays in a register.
class RowCursor {
 public:
  explicit RowCursor(Row* at) : at_(at) {}
  Row* at() const { return at_; }

  void operator()(Row row) {
    __builtin_prefetch(row);
    *at_++ = row;
  }
  // Notes the row only if `really`, without a branch.
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
  // The most rows and updates that fit.
  static constexpr std::size_t kMostRows = 4096, kMostUpdates = 256;

  // `zero`: a row of zeros, as wide as any width passed to `apply`.
  explicit RowChanges(Row zero) : zero_(zero) {}

  // Where the next accumulator's rows go.
  RowCursor rows() { return RowCursor(&rows_[next_]); }
  // Adds an update: `to` is `from` plus the rows noted since the last claim. Moves the cursor to
  // where the next update's rows begin. `from` may be an earlier `to`, or `to` itself.
  void claim(Row from, std::int16_t* to, RowCursor& rows) {
    const Row* first = &rows_[next_];
    const auto count = static_cast<std::size_t>(rows.at() - first);
    // Pads to a multiple of the kernel's kRowsAtOnce, which saves it a branch.
    for (std::size_t i = 0; i + 1 < kRowsAtOnce; ++i) rows.at()[i] = zero_;
    const std::size_t filled = (count + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce;
    updates_[claims_++] = {from, to, first, filled};
    next_ += filled;
    rows = this->rows();
  }
  // Whether `rows` more rows fit.
  bool room(std::size_t rows) const { return next_ + rows + kRowsAtOnce <= kMostRows; }
  // Makes all claimed updates, in order.
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
