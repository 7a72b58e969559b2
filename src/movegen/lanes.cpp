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

RunEnds run_ends(const std::array<Tile, kBoardDim>& tiles, int place) {
  RunEnds ends{place, place};
  while (ends.before >= 0 && tiles[ends.before] != kEmpty) --ends.before;
  while (ends.after < kBoardDim && tiles[ends.after] != kEmpty) ++ends.after;
  return ends;
}

Hook hook_at(const Lexicon& lexicon, const std::array<Tile, kBoardDim>& tiles, int place,
             CrossSetMemo* memo) {
  int first = place, last = place;
  while (first > 0 && tiles[first - 1] != kEmpty) --first;
  while (last + 1 < kBoardDim && tiles[last + 1] != kEmpty) ++last;

  Hook hook;
  std::array<Letter, kBoardDim> letters;
  for (int i = first; i <= last; ++i) {
    letters[i] = letter_of(tiles[i]);
    hook.points += lexicon.tiles().score_on_board(tiles[i]);
  }
  const Letter *before = &letters[first], *after = &letters[place] + 1;
  hook.letters = memo != nullptr
                     ? memo->between(lexicon, before, place - first, after, last - place)
                     : lexicon.between(before, place - first, after, last - place);
  return hook;
}

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
          renew_cross(run, lane, place);
      }
    }
  }
  renew_keys();
}

void Lanes::lay(const Move& play) {
  const int lane = play.direction == Direction::kHorizontal ? play.row : play.col;
  const int first = play.direction == Direction::kHorizontal ? play.col : play.row;
  for (int i = 0; i < play.length; ++i)
    if (play.tiles[i] != kEmpty) put(play.square(i), play.tiles[i]);
  renew_ends(play.direction, lane, first);
  for (int i = 0; i < play.length; ++i)
    if (play.tiles[i] != kEmpty) renew_ends(across(play.direction), first + i, lane);
  renew_keys();
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

void Lanes::renew_ends(Direction run, int lane, int place) {
  const auto [before, after] = run_ends(at(run, lane).tiles, place);
  if (before >= 0) renew_cross(run, lane, before);
  if (after < kBoardDim) renew_cross(run, lane, after);
}

void Lanes::renew_cross(Direction run, int lane, int place) {
  const Hook hook = hook_at(*lexicon_, at(run, lane).tiles, place);
  Lane& crossed = at(across(run), place);
  crossed.cross[lane] = hook.letters;
  crossed.cross_points[lane] = static_cast<std::int16_t>(hook.points);
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
