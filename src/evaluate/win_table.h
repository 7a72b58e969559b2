// Win probabilities by spread and by how much of the game is left.
//
// `spread` is the lead of the side on turn (including leaves, if the caller likes), clamped to
// ±kMaxSpread; `unseen` counts the tiles that this side does not see, the bag and the other rack,
// clamped to 1 to max_unseen(). A tie is half a win. Chances are in units of 1 / kOne, so that sums
// of them are exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/result.h"
#include "lexicon/library.h"

namespace zymurgy {

class WinTable {
 public:
  static constexpr int kMaxSpread = 600;
  static constexpr int kOne = 1 << 15;
  static constexpr double share(int chance) { return chance / double{kOne}; }
  static constexpr int kMaxUnseen = 255;  // of any table: a byte in its file

  // Reads our compact file, or the community's winpct.csv in either of its forms: a row for each
  // unseen count with doubled wins by spread, or a row for each spread with chances by unseen
  // count. All chances are those of the side on turn. An error in a csv names the line.
  static Result<WinTable> read(std::string_view bytes, std::string_view name);
  std::string bytes() const;

  explicit WinTable(int max_unseen)
      : max_unseen_(max_unseen),
        chances_(static_cast<std::size_t>(max_unseen) * (2 * kMaxSpread + 1)) {}

  int max_unseen() const { return max_unseen_; }
  // In units of 1 / kOne.
  int at(int spread, int unseen) const { return chances_[place(spread, unseen)]; }
  void set(int spread, int unseen, int chance) {
    chances_[place(spread, unseen)] = static_cast<std::uint16_t>(chance);
  }
  double win_chance(int spread, int unseen) const { return share(at(spread, unseen)); }
  // The chance for a game that ended with a spread, in any unit: won, lost, or half of each.
  static constexpr int of_final(int spread) {
    return spread > 0 ? kOne : spread == 0 ? kOne / 2 : 0;
  }
  // In units of 1 / kOne, at the point nearest to a lead in millipoints.
  int at_lead(Equity lead, int unseen) const { return at(in_units(lead, kPoint), unseen); }

  bool operator==(const WinTable&) const = default;

 private:
  std::size_t place(int spread, int unseen) const {
    const int row = std::clamp(unseen, 1, max_unseen_) - 1;
    const int col = std::clamp(spread, -kMaxSpread, kMaxSpread) + kMaxSpread;
    return static_cast<std::size_t>(row * (2 * kMaxSpread + 1) + col);
  }

  int max_unseen_;
  std::vector<std::uint16_t> chances_;
};

// The table of a code (OEL1: file OEL1.win) or path. Errors name it, and the line if one is wrong.
Result<WinTable> find_win_table(const Library& library, const std::string& code);
// The code or file of a lexicon's table: beside the lexicon, if that is a path, or by its name; or,
// since tables differ little, the default lexicon's.
std::string own_win_table(const Library& library, const std::string& lexicon);
// The table that own_win_table names.
Result<WinTable> win_table_of(const Library& library, const std::string& lexicon);

}  // namespace zymurgy
