// The equity of every leave, that is, of each multiset of up to kRackSize - 1 tiles. A table of
// kRackSize tiles alone holds the values of whole racks.
//
// The table is dense. A leave a_1 <= ... <= a_k over n letters (including the blank, 0) has the
// rank base(k) + step(1, a_1) + ... + step(k, a_k), where step(i, a) = C(a + i - 1, i). With this
// combinatorial number system the ranks of a rack's subsets are sums of few numbers. English has
// 1.1 million ranks, more than the 914,624 leaves that its tiles allow.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "game/counting.h"
#include "game/hash.h"
#include "game/huge_pages.h"
#include "game/tile_set.h"

namespace zymurgy {

// The sizes of a table's leaves, in tiles.
struct LeaveSizes {
  int least = 0, most = kRackSize - 1;
  bool operator==(const LeaveSizes&) const = default;
};
inline constexpr LeaveSizes kWholeRacks{kRackSize, kRackSize};

class LeaveTable {
 public:
  // Every leave is worth 0.
  explicit LeaveTable(const TileSet& tiles, LeaveSizes sizes = {});
  // Reads the bytes of a KLV2 file, or of its predecessor with 16-bit values. Missing leaves are 0.
  // Leaves of other sizes are skipped; if all are, that is an error. A leave with more of a letter
  // than any in the file (the tile set has four blanks, the file's two) is worth as much as without
  // the surplus.
  static Result<LeaveTable> read(std::string_view bytes, std::string_view name,
                                 const TileSet& tiles, LeaveSizes sizes = {});
  // As a KLV2 file, with the leaves that the tile set allows.
  std::string to_klv2(const TileSet& tiles) const;

  Equity at(std::uint32_t rank) const { return equities_[rank]; }
  void set(std::uint32_t rank, Equity equity) { equities_[rank] = equity; }
  Equity value(const TileCounts& leave) const { return at(rank(leave)); }
  // The value of what a move keeps; 0 for a whole rack, kept by passing: no leave of the table.
  Equity kept(const TileCounts& tiles) const { return tiles.size() < kRackSize ? value(tiles) : 0; }

  std::uint32_t base(int size) const { return bases_[size]; }
  std::uint32_t step(int i, Letter letter) const { return steps_[i][letter]; }
  std::uint32_t rank(const TileCounts& leave) const;
  std::uint32_t ranks() const { return static_cast<std::uint32_t>(equities_.size()); }

  bool operator==(const LeaveTable&) const = default;
  void add_to(Hash& hash) const {
    for (const Equity equity : equities_) hash.add(static_cast<std::uint64_t>(equity));
  }

 private:
  bool holds(int size) const { return size >= sizes_.least && size <= sizes_.most; }
  void fill_surplus(const TileSet& tiles, const TileCounts& most);

  LeaveSizes sizes_;
  std::array<std::uint32_t, kRackSize + 1> bases_{};
  std::array<std::array<std::uint32_t, kLetterCodes>, kRackSize + 1> steps_{};
  HugeVector<Equity> equities_;
};

// Calls f(leave) for every leave of `size` tiles that the tile set allows, in order.
template <typename F>
void for_each_leave(const TileSet& tiles, int size, F&& f) {
  for_each_draw(tiles.counts(), size, [&](const TileCounts& leave) {
    f(leave);
    return true;
  });
}

// Calls f(rank, size, ways) for every leave of 1 to `most` of `tiles`, which must be in ascending
// order; `ways` is the number of ways to choose the leave from them.
template <typename F>
void for_each_sub_leave(const LeaveTable& ranks, std::span<const Letter> tiles, int most, F&& f) {
  const auto extend = [&](auto&& self, std::size_t from, int size, std::uint32_t rank,
                          double ways) -> void {
    if (from == tiles.size()) {
      if (size > 0) f(ranks.base(size) + rank, size, ways);
      return;
    }
    std::size_t end = from + 1;  // after the tiles of this letter
    while (end < tiles.size() && tiles[end] == tiles[from]) ++end;
    const auto held = static_cast<int>(end - from);
    for (int n = 0;; ++n) {
      self(self, end, size, rank, ways * choose(held, n));
      if (n == held || size == most) break;
      rank += ranks.step(++size, tiles[from]);
    }
  };
  extend(extend, 0, 0, 0, 1);
}

// The value of `tiles` extrapolated from smaller leaves as if the effects of two tiles added up:
// the mean over pairs of value(without one) + value(without the other) - value(without both), where
// `value` takes a rank. 0 for fewer than two tiles.
template <typename F>
double extrapolated_value(const LeaveTable& ranks, const TileCounts& tiles, F&& value) {
  std::array<Letter, kRackSize> letters{};
  int size = 0;
  tiles.for_each_tile([&](Letter letter) { letters[size++] = letter; });
  if (size < 2) return 0;
  const auto without = [&](int a, int b) {
    std::uint32_t rank = ranks.base(size - (a >= 0) - (b >= 0));
    for (int i = 0, place = 0; i < size; ++i)
      if (i != a && i != b) rank += ranks.step(++place, letters[i]);
    return value(rank);
  };
  double sum = 0;
  for (int i = 0; i < size; ++i) sum += (size - 1) * without(i, -1);
  for (int i = 0; i < size; ++i)
    for (int j = i + 1; j < size; ++j) sum -= without(i, j);
  return sum / (size * (size - 1) / 2);
}

}  // namespace zymurgy
