#include "lexicon/leave_table.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "game/raw_bytes.h"
#include "lexicon/word_graph_builder.h"

namespace zymurgy {
namespace {

template <typename T>
T read_at(std::string_view bytes, std::size_t offset) {
  T value{};
  bytes.remove_prefix(offset);
  take_raw(bytes, value);
  return value;
}

// The greatest value of a leave in points, up or down.
constexpr float kMostPoints = 1000;

}  // namespace

LeaveTable::LeaveTable(const TileSet& tiles, LeaveSizes sizes) : sizes_(sizes) {
  const int kinds = tiles.letters() + 1;
  const auto count = [](int n, int k) { return static_cast<std::uint32_t>(choose(n, k)); };
  std::uint32_t ranks = 0;
  for (int size = 0; size <= sizes.most; ++size) {
    bases_[size] = ranks;
    if (size >= sizes.least) ranks += count(kinds + size - 1, size);
    for (int letter = 0; size > 0 && letter < kinds; ++letter)
      steps_[size][letter] = count(letter + size - 1, size);
  }
  equities_.assign(ranks, 0);
}

std::uint32_t LeaveTable::rank(const TileCounts& leave) const {
  std::uint32_t rank = bases_[leave.size()];
  int i = 0;
  leave.for_each_tile([&](Letter letter) { rank += steps_[++i][letter]; });
  return rank;
}

Result<LeaveTable> LeaveTable::read(std::string_view bytes, std::string_view name,
                                    const TileSet& tiles, LeaveSizes sizes) {
  const auto fail = [&](const std::string& what) {
    return failure("leaves " + std::string(name) + ": " + what);
  };
  if (bytes.size() < 16) return fail("only " + std::to_string(bytes.size()) + " bytes");
  const std::size_t graph_size = 4 * std::size_t{read_at<std::uint32_t>(bytes, 0)};
  if (graph_size > bytes.size() - 8)
    return fail("byte 0: a graph of " + std::to_string(graph_size) +
                " bytes does not fit the file");
  const std::size_t count = read_at<std::uint32_t>(bytes, 4 + graph_size);
  const std::size_t values = 8 + graph_size, left = bytes.size() - values;
  const bool floats = left == 4 * count;
  if (!floats && left != 2 * count)
    return fail("byte " + std::to_string(values - 4) + ": " + std::to_string(count) +
                " values announced, " + std::to_string(left) + " bytes follow");

  const auto graph = WordGraph::read_leaves(bytes.substr(4, graph_size), name, tiles,
                                            static_cast<std::uint32_t>(count));
  if (!graph) return tl::unexpected(graph.error());
  LeaveTable table(tiles, sizes);
  TileCounts most;  // the most of each letter in any leave held
  std::size_t index = 0;
  bool any_held = false;
  std::string error;
  graph->for_each_word([&](const Letter* leave, int length) {
    if (!error.empty()) return;
    const std::size_t i = index++;
    const bool held = table.holds(length);
    any_held |= held;
    std::uint32_t rank = held ? table.bases_[length] : 0;
    for (int k = 0, alike = 0; k < length; ++k) {
      if (k > 0 && leave[k] < leave[k - 1])
        error = "leave " + std::to_string(i) + " is not in ascending order";
      alike = k > 0 && leave[k] == leave[k - 1] ? alike + 1 : 1;
      if (!held) continue;
      rank += table.steps_[k + 1][leave[k]];
      if (alike > most[leave[k]]) most.add(leave[k]);
    }
    const float points =
        floats ? read_at<float>(bytes, values + 4 * i)
               : static_cast<float>(read_at<std::int16_t>(bytes, values + 2 * i)) / 256;
    if (!(std::abs(points) <= kMostPoints))
      error = "value " + std::to_string(i) + " is not within 1000 points";
    if (error.empty() && held)
      table.set(rank, static_cast<Equity>(std::lround(static_cast<double>(points) * kPoint)));
  });
  if (error.empty() && index != count)
    error = std::to_string(count) + " values for " + std::to_string(index) + " leaves";
  if (error.empty() && count > 0 && !any_held)
    error = std::string("none of its values is for ") +
            (table.holds(kRackSize) ? "a whole rack" : "a leave");
  if (!error.empty()) return fail(error);
  table.fill_surplus(tiles, most);
  return table;
}

// `most`: the most of each letter in any known leave.
void LeaveTable::fill_surplus(const TileSet& tiles, const TileCounts& most) {
  bool surplus = false;
  for (int l = 0; l <= tiles.letters(); ++l) {
    const auto letter = static_cast<Letter>(l);
    surplus |= most[letter] < std::min(tiles.count(letter), sizes_.most);
  }
  // A table of whole racks does not hold a rack without its surplus.
  if (!surplus || sizes_.least > 0) return;
  for (int size = 1; size <= sizes_.most; ++size)
    for_each_leave(tiles, size, [&](const TileCounts& leave) {
      TileCounts known = leave;
      leave.for_each_tile([&](Letter letter) {
        if (known[letter] > most[letter]) known.remove(letter);
      });
      if (known != leave) set(rank(leave), value(known));
    });
}

std::string LeaveTable::to_klv2(const TileSet& tiles) const {
  std::vector<std::vector<Letter>> leaves;
  for (int size = std::max(1, sizes_.least); size <= sizes_.most; ++size) {
    for_each_leave(tiles, size, [&](const TileCounts& leave) {
      std::vector<Letter> letters;
      leave.for_each_tile([&](Letter letter) { letters.push_back(letter); });
      leaves.push_back(std::move(letters));
    });
  }
  const auto count = static_cast<std::uint32_t>(leaves.size());
  // Leaves share nearly all their endings, so the nodes are far fewer than the format allows.
  const WordGraph graph = build_word_graph(std::move(leaves), false).value();
  std::string bytes;
  bytes += raw(static_cast<std::uint32_t>(graph.nodes()));
  bytes += graph.bytes();
  bytes += raw(count);
  graph.for_each_word([&](const Letter* leave, int length) {
    std::uint32_t rank = bases_[length];
    for (int k = 0; k < length; ++k) rank += steps_[k + 1][leave[k]];
    // Clamped to what `read` accepts.
    bytes += raw(std::clamp(static_cast<float>(at(rank)) / kPoint, -kMostPoints, kMostPoints));
  });
  return bytes;
}

}  // namespace zymurgy
