// A board layout: the premium of each square and where the first play must pass.
//
// The board's size is fixed when the program is compiled (ZYMURGY_BOARD_DIM: 15, or 21 for the
// super board), so that rows fit registers and loops unroll.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "game/result.h"

#ifndef ZYMURGY_BOARD_DIM
#define ZYMURGY_BOARD_DIM 15
#endif

namespace zymurgy {

inline constexpr int kBoardDim = ZYMURGY_BOARD_DIM;
inline constexpr int kSquares = kBoardDim * kBoardDim;
inline constexpr int kLanes = 2 * kBoardDim;  // rows, then columns
// All squares of a lane, one bit each.
inline constexpr std::uint32_t kWholeLane = (std::uint32_t{1} << kBoardDim) - 1;
inline constexpr int kOtherBoardDim = kBoardDim == 15 ? 21 : 15;
// The program for the other board size, for errors.
inline constexpr const char* kOtherProgram = kBoardDim == 15 ? "zymurgy-super" : "zymurgy";
// The tile set for this board if none is named.
inline constexpr std::string_view kDefaultTiles = kBoardDim == 15 ? "english" : "english_super";
static_assert(kBoardDim == 15 || kBoardDim == 21, "the standard or the super board");

struct Square {
  std::uint8_t row, col;
  constexpr int index() const { return row * kBoardDim + col; }
  bool operator==(const Square&) const = default;
};
std::string square_text(Square square);  // H8

struct Premium {
  std::uint8_t letter = 1, word = 1;  // multipliers
  bool operator==(const Premium&) const = default;
};

// The marks for letter and word premiums in layouts, in order of multiplier from 1 to 4.
inline constexpr std::string_view kLetterMarks = " '\"^", kWordMarks = " -=~";

class Layout {
 public:
  // A line `row,col` for the start square, then kBoardDim lines of kBoardDim marks. ('#',
  // unplayable, is an error: no layout in use has one.)
  static Result<Layout> parse(std::string_view text, std::string_view name);
  // The layout of this name (CrosswordGame, SuperCrosswordGame), if it has this build's size.
  static Result<const Layout*> find(std::string_view name);
  static bool has_other_size(std::string_view name);  // the other build has this layout
  static const Layout& standard();                    // the one for kBoardDim

  const std::string& name() const { return name_; }
  Premium at(int row, int col) const { return premiums_[row * kBoardDim + col]; }
  Premium at(Square square) const { return premiums_[square.index()]; }
  Premium at(int index) const { return premiums_[index]; }
  Square start() const { return start_; }

 private:
  std::string name_;
  std::array<Premium, kSquares> premiums_{};
  Square start_{};
};

}  // namespace zymurgy
