// What the teacher sees of a play: the position after it, before tiles are drawn, as the mover
// knows it, painted as 85 planes over the board and some scalars.
//
// Planes, each row by row, 1 where something holds and 0 elsewhere:
//    0 to 25  letters A to Z; a blank counts as its letter
//         26  blanks
//   27 to 52  empty squares where A to Z fits the tiles to the left and right
//   53 to 78  empty squares where A to Z fits the tiles above and below
//   79 to 82  premiums not covered: 2L 3L 2W 3W
//         83  squares that this play took
//         84  squares that the opponent's last play took
// Scalars, in this order (tiles are counted blanks first, then A to Z):
//   27  tiles kept, / 7
//   27  tiles unseen, / all unseen
//    8  blog-76: whether the opponent's last move was an exchange, then whether of 1 to 7 tiles
//    4  macondo-72: its score, tanh((s - 45) / 40); tiles played, / 7; tiles exchanged, / 7; the
//       opponent's turns since its last bingo, / 25 (all 0 before its first turn)
//    6  J Q X Z ? S unseen, / how many there are
//    2  share of vowels and of consonants among the tiles unseen (blanks are neither)
//    2  the same of the tiles kept
//    3  the play's score, tanh((s - 45) / 40); the leave's value, tanh((v - 10) / 20); the mover's
//       spread after the play, tanh(s / 130)
//    1  tiles in the bag, / 100
// Targets, all the mover's: the result (1, 0, -1); what the win table says some plies on (-1 to 1);
// the final spread in points.
//
// A frame in a stream is the length in bytes (u32), then planes, scalars and targets as floats, all
// little-endian. The length tells the layout of the scalars.
//
// The planes and scalars are those of C. Del Solar's value network (Macondo).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "game/position.h"
#include "lexicon/leave_table.h"
#include "movegen/lanes.h"

namespace zymurgy::trainer {

inline constexpr int kFramePlanes = 85;

enum class ScalarLayout { kBlog76, kMacondo72 };

// By name: blog-76, macondo-72.
Result<ScalarLayout> scalar_layout(std::string_view name);
constexpr int scalar_count(ScalarLayout layout) {
  return layout == ScalarLayout::kBlog76 ? 76 : 72;
}

struct Targets {
  float result = 0, win = 0, spread = 0;
  bool operator==(const Targets&) const = default;
};

constexpr std::size_t frame_floats(ScalarLayout layout) {
  return std::size_t{kFramePlanes} * kSquares + static_cast<std::size_t>(scalar_count(layout)) + 3;
}

// A move just made: all that a frame shows, in half a kilobyte.
struct Moment {
  Board board;  // with the play
  Move move;
  std::optional<Move> last;   // the opponent's
  int turns_since_bingo = 0;  // the opponent's
  TileCounts leave, unseen;
  int spread = 0;  // the mover's, after the play
  int bag = 0;     // before the draw
  Targets targets;
};

class FramePainter {
 public:
  // All must outlive the painter. The tile set must have 26 letters and the board be 15x15: see
  // `fits`.
  FramePainter(const Lexicon& lexicon, const LeaveTable& leaves, ScalarLayout scalars,
               const Layout& layout = Layout::standard());
  static Result<void> fits(const TileSet& tiles);

  ScalarLayout scalars() const { return scalars_; }
  // Paints frame_floats() floats; if `transposed`, the frame of the game mirrored in the main
  // diagonal.
  void paint(const Moment& moment, bool transposed, std::span<float> frame) const;

 private:
  void paint_planes(const Moment& moment, bool transposed, float* planes) const;
  float* put_scalars(const Moment& moment, float* to) const;
  float* put_last_move(const Moment& moment, float* to) const;

  const Lexicon* lexicon_;
  const LeaveTable* leaves_;
  ScalarLayout scalars_;
  const Layout* layout_;
  std::array<Letter, 6> power_{};
};

}  // namespace zymurgy::trainer
