#include "evaluate/win_table.h"

#include <cmath>
#include <utility>

#include "game/raw_bytes.h"
#include "game/text.h"

namespace zymurgy {
namespace {

constexpr std::string_view kWinTableMagic = "ZWIN1\n";
constexpr int kColumns = 2 * WinTable::kMaxSpread + 1;

int rounded(double chance) {
  return static_cast<int>(std::lround(std::clamp(chance, 0.0, 1.0) * WinTable::kOne));
}

using Row = std::vector<double>;

// Rows of numbers; other text (a heading) reads as nan.
std::vector<Row> parse_csv(std::string_view text) {
  std::vector<Row> rows;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    Row row;
    while (!line.empty()) {
      const std::string_view field = trim(take_until(line, ','));
      row.push_back(to_number<double>(field).value_or(std::nan("")));
    }
    rows.push_back(std::move(row));
  }
  while (!rows.empty() && rows.back().empty()) rows.pop_back();
  return rows;
}

Result<WinTable> bad_line(std::string_view name, std::size_t row, const std::string& what) {
  return failure(std::string(name) + ", line " + std::to_string(row + 1) + ": " + what);
}

// A row for each number of unseen tiles, 1, 2, ...: games, then doubled wins for the spreads from
// -reach to reach. A row without games repeats the row before.
Result<WinTable> from_counts(const std::vector<Row>& rows, std::string_view name) {
  if (rows[0].size() % 2 != 0) return bad_line(name, 0, "spreads that do not go from -N to +N");
  WinTable table(static_cast<int>(rows.size()));
  const int reach = (static_cast<int>(rows[0].size()) - 2) / 2;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Row& row = rows[r];
    if (row.size() != rows[0].size()) return bad_line(name, r, "its length differs from line 1");
    if (!(row[0] >= 0) || std::isinf(row[0])) return bad_line(name, r, "not a count of games");
    const int unseen = static_cast<int>(r) + 1;
    for (int spread = -WinTable::kMaxSpread; spread <= WinTable::kMaxSpread; ++spread) {
      const int column = 1 + reach + std::clamp(spread, -reach, reach);
      if (!std::isfinite(row[column])) return bad_line(name, r, "wins that are not a number");
      const double chance = row[column] / 2 / row[0];
      if (row[0] > 0 && !(chance >= 0 && chance <= 1))
        return bad_line(name, r, "wins that are not between 0 and the number of games");
      if (row[0] > 0)
        table.set(spread, unseen, rounded(chance));
      else
        table.set(spread, unseen, r == 0 ? WinTable::kOne / 2 : table.at(spread, unseen - 1));
    }
  }
  return table;
}

// An optional heading, then a row for each spread, from +reach down: the spread, then the chances
// with 0, 1, ... unseen tiles.
Result<WinTable> from_chances(const std::vector<Row>& rows, std::string_view name) {
  const std::size_t first = std::isnan(rows[0][0]) ? 1 : 0;
  if (rows.size() < first + 3) return bad_line(name, 0, "not a win table");
  if ((rows.size() - first) % 2 == 0)
    return bad_line(name, rows.size() - 1, "spreads that do not go from +N down to -N");
  const auto reach = static_cast<int>(rows.size() - first - 1) / 2;
  const std::size_t columns = rows[first].size();
  if (columns < 3) return bad_line(name, first, "not a win table");
  if (columns > WinTable::kMaxUnseen + 2) return bad_line(name, first, "too many columns");
  WinTable table(static_cast<int>(columns) - 2);
  for (int spread = -WinTable::kMaxSpread; spread <= WinTable::kMaxSpread; ++spread) {
    const std::size_t r =
        first + static_cast<std::size_t>(reach - std::clamp(spread, -reach, reach));
    if (rows[r].size() != columns) return bad_line(name, r, "its length differs from the first");
    if (rows[r][0] != std::clamp(spread, -reach, reach))
      return bad_line(name, r, "spreads that do not go down by one");
    for (std::size_t c = 2; c < columns; ++c) {
      if (!(rows[r][c] >= 0 && rows[r][c] <= 1))
        return bad_line(name, r, "a chance that is not between 0 and 1");
      table.set(spread, static_cast<int>(c) - 1, rounded(rows[r][c]));
    }
  }
  return table;
}

}  // namespace

std::string WinTable::bytes() const {
  std::string bytes(kWinTableMagic);
  bytes.push_back(static_cast<char>(max_unseen_));
  bytes += raw_all(chances_);
  return bytes;
}

Result<WinTable> WinTable::read(std::string_view bytes, std::string_view name) {
  if (bytes.starts_with(kWinTableMagic)) {
    bytes.remove_prefix(kWinTableMagic.size());
    const int rows = bytes.empty() ? 0 : static_cast<unsigned char>(bytes[0]);
    if (rows == 0 || bytes.size() != 1 + std::size_t{2} * static_cast<std::size_t>(rows * kColumns))
      return failure(std::string(name) + ": a win table of the wrong size");
    WinTable table(rows);
    bytes.remove_prefix(1);
    take_raw_all(bytes, table.chances_);
    if (std::ranges::any_of(table.chances_, [](std::uint16_t chance) { return chance > kOne; }))
      return failure(std::string(name) + ": a chance above 1");
    return table;
  }
  const std::vector<Row> rows = parse_csv(bytes);
  if (rows.empty() || rows[0].empty()) return failure(std::string(name) + ": not a win table");
  if (rows.size() > 2 && rows[0].size() > rows.size() && !std::isnan(rows[0][0])) {
    if (rows.size() > kMaxUnseen) return failure(std::string(name) + ": too many rows");
    return from_counts(rows, name);
  }
  return from_chances(rows, name);
}

std::string own_win_table(const Library& library, const std::string& lexicon) {
  return library.own(lexicon, ".win", true).value_or(std::string(kDefaultLexicon));
}

Result<WinTable> find_win_table(const Library& library, const std::string& code) {
  const auto bytes = library.find(code, ".win");
  if (!bytes) return tl::unexpected(bytes.error());
  return WinTable::read(*bytes, code);
}

Result<WinTable> win_table_of(const Library& library, const std::string& lexicon) {
  return find_win_table(library, own_win_table(library, lexicon));
}

}  // namespace zymurgy
