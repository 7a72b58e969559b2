#include "movegen/lanes.h"

#include <bit>
#include <cstring>
#include <utility>

#include "game/random.h"

namespace zymurgy {
namespace {

std::uint64_t key_of(const Lane& lane) {
  std::uint64_t key = lane.hooks;
  for (int i = 0; i < kBoardDim; ++i) {
    const auto points = static_cast<std::uint16_t>(lane.cross_points[i]);
    const std::uint64_t square = std::uint64_t{lane.tiles[i]} << 56 ^ std::uint64_t{points} << 44;
    key = mix64(key + 0x9e3779b97f4a7c15U + (lane.cross[i] ^ square));
  }
  return key;
}

}  // namespace

Lanes::Lanes(const Lexicon& lexicon, const Layout& layout) : lexicon_(&lexicon), layout_(&layout) {
  for (auto& direction : lanes_)
    for (Lane& lane : direction) lane.cross.fill(lexicon.tiles().all_letters());
  changed_.fill((1U << kBoardDim) - 1);
  renew_keys();
}

Lanes::Lanes(const Lexicon& lexicon, const Layout& layout, const Board& board)
    : Lanes(lexicon, layout) {
  for (std::uint8_t row = 0; row < kBoardDim; ++row)
    for (std::uint8_t col = 0; col < kBoardDim; ++col)
      if (const Tile tile = board.at(row, col); tile != kEmpty) put({row, col}, tile);
  for (int lane = 0; lane < kBoardDim; ++lane) {
    for (int place = 0; place < kBoardDim; ++place) {
      for (const Direction run : {Direction::kHorizontal, Direction::kVertical}) {
        const auto& tiles = at(run, lane).tiles;
        if (tiles[place] != kEmpty) continue;
        if ((place > 0 && tiles[place - 1] != kEmpty) ||
            (place + 1 < kBoardDim && tiles[place + 1] != kEmpty))
          renew_cross(run, lane, place, nullptr);
      }
    }
  }
  renew_keys();
}

void Lanes::lay(const Move& play) {
  put_play(play, nullptr);
  renew_keys();
}

Lanes::Some Lanes::try_out(const Move& play, CrossSetMemo& memo) {
  put_play(play, &memo);
  return std::exchange(changed_, Some{});
}

void Lanes::take_back(const Lanes& original, const Some& changed) {
  for (std::size_t d = 0; d < 2; ++d)
    for (std::uint32_t rest = changed[d]; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      lanes_[d][lane] = original.lanes_[d][lane];
    }
  empty_ = original.empty_;
}

void Lanes::put_play(const Move& play, CrossSetMemo* memo) {
  const int lane = play.direction == Direction::kHorizontal ? play.row : play.col;
  const int first = play.direction == Direction::kHorizontal ? play.col : play.row;
  for (int i = 0; i < play.length; ++i)
    if (play.tiles[i] != kEmpty) put(play.square(i), play.tiles[i]);
  renew_ends(play.direction, lane, first, memo);
  for (int i = 0; i < play.length; ++i)
    if (play.tiles[i] != kEmpty) renew_ends(across(play.direction), first + i, lane, memo);
}

void Lanes::put(Square square, Tile tile) {
  empty_ = false;
  for (const Direction d : {Direction::kHorizontal, Direction::kVertical}) {
    const int lane = d == Direction::kHorizontal ? square.row : square.col;
    const int place = d == Direction::kHorizontal ? square.col : square.row;
    Lane& its = at(d, lane);
    its.tiles[place] = tile;
    its.cross[place] = 0;
    its.cross_points[place] = 0;
    its.hooks &= ~(1U << place);
    changed_[static_cast<int>(d)] |= 1U << lane;
  }
}

void Lanes::renew_ends(Direction run, int lane, int place, CrossSetMemo* memo) {
  const auto& tiles = at(run, lane).tiles;
  int before = place, after = place;
  while (before >= 0 && tiles[before] != kEmpty) --before;
  while (after < kBoardDim && tiles[after] != kEmpty) ++after;
  if (before >= 0) renew_cross(run, lane, before, memo);
  if (after < kBoardDim) renew_cross(run, lane, after, memo);
}

void Lanes::renew_cross(Direction run, int lane, int place, CrossSetMemo* memo) {
  const auto& tiles = at(run, lane).tiles;
  int first = place, last = place;
  while (first > 0 && tiles[first - 1] != kEmpty) --first;
  while (last + 1 < kBoardDim && tiles[last + 1] != kEmpty) ++last;

  std::array<Letter, kBoardDim> letters;
  int points = 0;
  for (int i = first; i <= last; ++i) {
    letters[i] = letter_of(tiles[i]);
    points += lexicon_->tiles().score_on_board(tiles[i]);
  }
  Lane& crossed = at(across(run), place);
  const Letter *before = &letters[first], *after = &letters[place] + 1;
  crossed.cross[lane] = memo != nullptr
                            ? memo->between(*lexicon_, before, place - first, after, last - place)
                            : lexicon_->between(before, place - first, after, last - place);
  crossed.cross_points[lane] = static_cast<std::int16_t>(points);
  crossed.hooks |= 1U << lane;
  changed_[static_cast<int>(across(run))] |= 1U << place;
}

void Lanes::renew_keys() {
  for (int d = 0; d < 2; ++d)
    for (; changed_[d] != 0; changed_[d] &= changed_[d] - 1) {
      Lane& lane = lanes_[d][static_cast<std::size_t>(std::countr_zero(changed_[d]))];
      lane.key = key_of(lane);
    }
}

}  // namespace zymurgy
