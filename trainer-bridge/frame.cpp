#include "trainer-bridge/frame.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace zymurgy::trainer {
namespace {

constexpr int kLetters = 26;
constexpr int kBlankPlane = 26, kLeftRightPlane = 27, kUpDownPlane = 53, kPremiumPlane = 79;
constexpr int kMovePlane = 83, kLastPlane = 84;
static_assert(kLastPlane + 1 == kFramePlanes);
constexpr std::string_view kPowerTiles = "JQXZ?S";

float tanh_scaled(double value, double centre, double scale) {
  return static_cast<float>(std::tanh((value - centre) / scale));
}
float share(int part, int of) {
  return of == 0 ? 0.0F : static_cast<float>(part) / static_cast<float>(of);
}
float score_scalar(int score) { return tanh_scaled(score, 45, 40); }

// The plane of a premium; none for a plain square or for a premium that the standard board does not
// have.
std::optional<int> premium_plane(Premium premium) {
  if (premium == Premium{2, 1}) return kPremiumPlane;
  if (premium == Premium{3, 1}) return kPremiumPlane + 1;
  if (premium == Premium{1, 2}) return kPremiumPlane + 2;
  if (premium == Premium{1, 3}) return kPremiumPlane + 3;
  return std::nullopt;
}

}  // namespace

Result<ScalarLayout> scalar_layout(std::string_view name) {
  if (name == "blog-76") return ScalarLayout::kBlog76;
  if (name == "macondo-72") return ScalarLayout::kMacondo72;
  return failure("unknown scalars '" + std::string(name) + "': blog-76 or macondo-72");
}

Result<void> FramePainter::fits(const TileSet& tiles) {
  if (kBoardDim != 15) return failure("frames are only of the 15x15 board");
  if (tiles.letters() != kLetters)
    return failure("frames are of 26 letters, but " + tiles.name() + " has " +
                   std::to_string(tiles.letters()));
  for (std::string_view rest = kPowerTiles; !rest.empty();)
    if (const std::string_view letter = rest.substr(0, 1); !tiles.take_tile(rest))
      return failure("frames count the tile " + std::string(letter) + ", but " + tiles.name() +
                     " has none");
  return {};
}

FramePainter::FramePainter(const Lexicon& lexicon, const LeaveTable& leaves, ScalarLayout scalars,
                           const Layout& layout)
    : lexicon_(&lexicon), leaves_(&leaves), scalars_(scalars), layout_(&layout) {
  ZYMURGY_CHECK(lexicon.tiles().letters() == kLetters);
  std::string_view rest = kPowerTiles;
  for (Letter& letter : power_) letter = lexicon.tiles().take_tile(rest).value();
}

void FramePainter::paint(const Moment& moment, bool transposed, std::span<float> frame) const {
  ZYMURGY_CHECK(frame.size() == frame_floats(scalars_));
  std::fill(frame.begin(), frame.end(), 0.0F);
  paint_planes(moment, transposed, frame.data());
  float* at = put_scalars(moment, &frame[std::size_t{kFramePlanes} * kSquares]);
  *at++ = moment.targets.result;
  *at++ = moment.targets.win;
  *at = moment.targets.spread;
}

void FramePainter::paint_planes(const Moment& moment, bool transposed, float* planes) const {
  const auto paint = [&](int plane, int row, int col) {
    planes[plane * kSquares + (transposed ? col * kBoardDim + row : row * kBoardDim + col)] = 1;
  };
  const auto paint_set = [&](int first_plane, LetterSet set, int row, int col) {
    for (const Letter letter : Letters(set)) paint(first_plane + letter - 1, row, col);
  };
  // A horizontal play meets the tiles above and below, a vertical one those to the left and right.
  const int of_horizontal = transposed ? kLeftRightPlane : kUpDownPlane;
  const int of_vertical = transposed ? kUpDownPlane : kLeftRightPlane;
  const Lanes lanes(*lexicon_, *layout_, moment.board);
  for (int row = 0; row < kBoardDim; ++row)
    for (int col = 0; col < kBoardDim; ++col) {
      if (const Tile tile = moment.board.at(row, col); tile != kEmpty) {
        paint(letter_of(tile) - 1, row, col);
        if (is_blank(tile)) paint(kBlankPlane, row, col);
        continue;
      }
      paint_set(of_horizontal, lanes.lane(Direction::kHorizontal, row).cross[col], row, col);
      paint_set(of_vertical, lanes.lane(Direction::kVertical, col).cross[row], row, col);
      if (const auto plane = premium_plane(layout_->at(row, col))) paint(*plane, row, col);
    }
  const auto paint_play = [&](int plane, const Move& move) {
    if (!move.is_play()) return;
    for (int i = 0; i < move.length; ++i)
      if (move.tiles[i] != kEmpty) paint(plane, move.square(i).row, move.square(i).col);
  };
  paint_play(kMovePlane, moment.move);
  if (moment.last) paint_play(kLastPlane, *moment.last);
}

float* FramePainter::put_scalars(const Moment& moment, float* to) const {
  const TileSet& tiles = lexicon_->tiles();
  const TileCounts &leave = moment.leave, &unseen = moment.unseen;
  for (Letter l = 0; l <= kLetters; ++l) *to++ = share(leave[l], kRackSize);
  for (Letter l = 0; l <= kLetters; ++l) *to++ = share(unseen[l], unseen.size());
  to = put_last_move(moment, to);
  for (const Letter l : power_) *to++ = share(unseen[l], tiles.count(l));
  for (const TileCounts* counts : {&unseen, &leave}) {
    int vowels = 0;
    for (const Letter letter : Letters(tiles.vowels())) vowels += (*counts)[letter];
    *to++ = share(vowels, counts->size());
    *to++ = share(counts->size() - vowels - (*counts)[kBlank], counts->size());
  }
  *to++ = score_scalar(moment.move.score);
  *to++ = tanh_scaled(leaves_->kept(leave) / double{kPoint}, 10, 20);
  *to++ = tanh_scaled(moment.spread, 0, 130);
  *to++ = share(moment.bag, 100);
  return to;
}

float* FramePainter::put_last_move(const Moment& moment, float* to) const {
  const bool exchange = moment.last && moment.last->kind == MoveKind::kExchange;
  const int exchanged = exchange ? moment.last->tiles_played : 0;
  if (scalars_ == ScalarLayout::kBlog76) {
    to[0] = exchange ? 1 : 0;
    if (exchange) to[exchanged] = 1;
    return to + 1 + kRackSize;
  }
  if (moment.last) {
    to[0] = score_scalar(moment.last->score);
    to[1] = share(moment.last->is_play() ? moment.last->tiles_played : 0, kRackSize);
    to[2] = share(exchanged, kRackSize);
    to[3] = share(moment.turns_since_bingo, 25);
  }
  return to + 4;
}

}  // namespace zymurgy::trainer
