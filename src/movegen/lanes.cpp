#include "movegen/lanes.h"

#include <bit>

#include "game/random.h"

namespace zymurgy {
namespace {

// The tile and the points are spread over all bits, because a cross-set may use fifty of them.
std::uint64_t key_of(const Lane& lane) {
  std::uint64_t key = lane.crossed;
  for (int i = 0; i < kBoardDim; ++i) {
    const auto points = static_cast<std::uint16_t>(lane.cross_points[i]);
    const std::uint64_t square = std::uint64_t{points} << 8 | lane.tiles[i];
    key = mix64(key, lane.cross[i] ^ square * kGolden);
  }
  return key;
}

}  // namespace

Lanes::Lanes(const Lexicon& lexicon, const Layout& layout) : lexicon_(&lexicon), layout_(&layout) {
  for (auto& direction : lanes_)
    for (Lane& lane : direction) lane.cross.fill(lexicon.tiles().all_letters());
  changed_.fill(kWholeLane);
  update_keys();
}

Lanes::Lanes(const Lexicon& lexicon, const Layout& layout, const Board& board)
    : Lanes(lexicon, layout) {
  for (std::uint8_t row = 0; row < kBoardDim; ++row)
    for (std::uint8_t col = 0; col < kBoardDim; ++col)
      if (const Tile tile = board.at(row, col); tile != kEmpty) put({row, col}, tile);
  for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
    for (int lane = 0; lane < kBoardDim; ++lane) {
      for (int place = 0; place < kBoardDim;) {
        if (at(direction, lane).tiles[place] == kEmpty) {
          ++place;
          continue;
        }
        HookedRun run = run_through(direction, lane, place);
        update_ends(direction, lane, run);
        place = run.end(HookedRun::kAfter);
      }
    }
  }
  update_keys();
}

void Lanes::lay(const Move& play) {
  const int lane = play.lane(), first = play.first_place();
  std::array<int, kRackSize> places;
  int laid = 0;
  for (int i = 0; i < play.length; ++i) {
    if (play.tiles[i] == kEmpty) continue;
    put(play.square(i), play.tiles[i]);
    places[laid++] = first + i;
  }
  HookedRun main = run_through(play.direction, lane, first);
  std::array<HookedRun, kRackSize> crossing;
  for (int i = 0; i < laid; ++i) crossing[i] = run_through(across(play.direction), places[i], lane);
  update_ends(play.direction, lane, main);
  for (int i = 0; i < laid; ++i) update_ends(across(play.direction), places[i], crossing[i]);
  update_keys();
}

HookedRun Lanes::run_through(Direction direction, int lane, int place) const {
  const Lane& along = this->lane(direction, lane);
  return {*lexicon_, along.tiles, along.taken, place, along.tiles[place]};
}

void Lanes::put(Square square, Tile tile) {
  empty_ = false;
  for (const Direction d : {Direction::kHorizontal, Direction::kVertical}) {
    const int lane = lane_through(square, d), place = place_along(square, d);
    Lane& changed = at(d, lane);
    changed.tiles[place] = tile;
    changed.cross[place] = 0;
    changed.cross_points[place] = 0;
    changed.crossed &= ~(1U << place);
    changed.taken |= 1U << place;
    changed_[static_cast<int>(d)] |= 1U << lane;
  }
}

void Lanes::update_ends(Direction direction, int lane, HookedRun& run) {
  run.look_up(*lexicon_);
  for (const HookedRun::Side side : HookedRun::kSides) {
    if (!run.open(side)) continue;
    Lane& other = at(across(direction), run.end(side));
    other.cross[lane] = run.hook(side).letters;
    other.cross_points[lane] = static_cast<std::int16_t>(run.hook(side).points);
    other.crossed |= 1U << lane;
    changed_[static_cast<int>(across(direction))] |= 1U << run.end(side);
  }
}

void Lanes::update_keys() {
  for (int d = 0; d < 2; ++d)
    for (; changed_[d] != 0; changed_[d] &= changed_[d] - 1) {
      Lane& lane = lanes_[d][std::countr_zero(changed_[d])];
      lane.key = key_of(lane);
    }
}

}  // namespace zymurgy
