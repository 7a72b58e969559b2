#include "endgame/lane_pool.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "game/bits.h"
#include "game/random.h"

namespace zymurgy {
namespace {

std::uint64_t square_hash(int square, Tile tile) {
  return mix64((static_cast<std::uint64_t>(square) << 8 | tile) * kGolden + 1);
}

// The first lane of a lane's direction and of the other direction, and the lane's index within its
// own, which is also its place in each crossing lane.
struct Axis {
  int along, across, own;
};
constexpr Axis axis_of(int lane) {
  const int along = lane < kBoardDim ? 0 : kBoardDim;
  return {along, kBoardDim - along, lane - along};
}

// Calls f(place, tile) for each tile that a play lays on its lane.
template <typename F>
void for_each_laid(const PooledLane& lane, const LanePlay& play, F&& f) {
  std::uint32_t free = ~lane.taken & ~((1U << play.first) - 1);
  for (int i = 0; i < play.count; ++i, free &= free - 1) f(std::countr_zero(free), play.tiles[i]);
}

}  // namespace

LanePool::LanePool(const Lexicon& lexicon, LetterSet usable)
    : lexicon_(&lexicon), usable_(usable), lanes_(1), index_(1 << 12) {
  forget_crosses();
}

void LanePool::forget_crosses() {
  crosses_ = {{usable_, 0, 0}, {0, 0, 1}};
  cross_ids_.clear();
}

std::uint64_t LanePool::tile_key(int place, Tile tile) const {
  return mix64(0x517cc1b727220a95U + (static_cast<std::uint64_t>(place) << 8 | tile));
}

std::uint64_t LanePool::cross_key(int place, std::uint16_t cross) const {
  if (cross == 0) return 0;
  return mix64(crosses_[cross].key + 0x2545f4914f6cdd1dU * (static_cast<std::uint64_t>(place) + 1));
}

std::uint16_t LanePool::cross_id(LetterSet letters, int points) {
  letters &= usable_;
  if (letters == 0) return 1;
  constexpr int kPointBits = 11;  // 20 tiles of 100 points, at most
  static_assert(kLetterCodes + kPointBits <= 64);
  const std::uint64_t key = letters << kPointBits | static_cast<std::uint64_t>(points);
  const auto [at, fresh] = cross_ids_.try_emplace(key, static_cast<std::uint16_t>(crosses_.size()));
  if (fresh) {
    ZYMURGY_CHECK(crosses_.size() < 0xffff);
    crosses_.push_back({letters, points, mix64(key)});
  }
  return at->second;
}

SolverBoard LanePool::board(const Board& board) {
  SolverBoard result;
  std::array<PooledLane, kLanes> fresh;
  for (int number = 0; number < kLanes; ++number) {
    PooledLane& lane = fresh[number];
    lane = {};
    lane.number = static_cast<std::uint8_t>(number);
    for (int i = 0; i < kBoardDim; ++i) {
      const Tile tile = board.at(square_of(number, i));
      lane.tiles[i] = tile;
      if (tile == kEmpty) continue;
      lane.taken |= 1U << i;
      if (number < kBoardDim) result.hash ^= square_hash(square_of(number, i), tile);
    }
    find_crosses(lane);
  }
  for (int number = 0; number < kLanes; ++number) {
    PooledLane& lane = fresh[number];
    lane.key = mix64(static_cast<std::uint64_t>(number) + 1);
    const Axis axis = axis_of(number);
    for (int i = 0; i < kBoardDim; ++i) {
      lane.in[i] = lane.tiles[i] == kEmpty ? fresh[axis.across + i].out[axis.own] : 0;
      lane.key += lane.tiles[i] != kEmpty ? tile_key(i, lane.tiles[i]) : cross_key(i, lane.in[i]);
    }
    find_openings(lane);
    result.lanes[number] = number_of(lane.key, [&] { return lane; });
    if (lane.live) result.live |= LaneSet{1} << number;
  }
  return result;
}

void LanePool::start(Edit& edit, const SolverBoard& board, int number) const {
  edit.number = static_cast<std::uint8_t>(number);
  edit.key = lane(board, number).key;
}

void LanePool::put(Edit& edit, const PooledLane& lane, int place, Tile tile) const {
  edit.key += tile_key(place, tile) - cross_key(place, lane.in[place]);
  edit.tiles = true;
  edit.changes[edit.count++] = {static_cast<std::uint8_t>(place), tile, 0};
}

void LanePool::ask(Edit& edit, const PooledLane& lane, int place, std::uint16_t cross) const {
  if (lane.in[place] == cross) return;
  edit.key += cross_key(place, cross) - cross_key(place, lane.in[place]);
  edit.changes[edit.count++] = {static_cast<std::uint8_t>(place), kEmpty, cross};
}

void LanePool::apply(const Edit& edit, SolverBoard& board) {
  std::uint32_t& index = board.lanes[edit.number];
  index = number_of(edit.key, [&] {
    PooledLane lane = lanes_[index];
    lane.key = edit.key;
    for (int i = 0; i < edit.count; ++i) {
      const Change& change = edit.changes[i];
      lane.in[change.place] = change.cross;
      if (change.tile == kEmpty) continue;
      lane.tiles[change.place] = change.tile;
      lane.taken |= 1U << change.place;
    }
    if (edit.tiles) find_crosses(lane);
    find_openings(lane);
    return lane;
  });
  const LaneSet bit = LaneSet{1} << edit.number;
  board.live = lanes_[index].live ? board.live | bit : board.live & ~bit;
}

void LanePool::lay(const SolverBoard& from, const LanePlay& play, SolverBoard& to) {
  to = from;
  const Axis axis = axis_of(play.lane);
  std::array<Edit, 2 * kRackSize> beside;  // the lanes beside the word that get new crosses
  std::size_t besides = 0;
  Edit main;
  start(main, from, play.lane);
  for_each_laid(lane(from, play.lane), play, [&](int place, Tile tile) {
    put(main, lane(from, play.lane), place, tile);
    to.hash ^= square_hash(square_of(play.lane, place), tile);
    Edit crossing;
    start(crossing, from, axis.across + place);
    put(crossing, lane(from, axis.across + place), axis.own, tile);
    apply(crossing, to);

    const PooledLane& crossed = lane(to, axis.across + place);
    for (const int step : {-1, 1}) {
      int end = axis.own + step;
      while (end >= 0 && end < kBoardDim && crossed.tiles[end] != kEmpty) end += step;
      if (end < 0 || end >= kBoardDim) continue;
      const int number = axis.along + end;
      std::size_t e = 0;
      while (e < besides && beside[e].number != number) ++e;
      if (e == besides) start(beside[besides++] = {}, from, number);
      ask(beside[e], lane(from, number), place, crossed.out[end]);
    }
  });
  apply(main, to);
  for (std::size_t e = 0; e < besides; ++e)
    if (beside[e].count != 0) apply(beside[e], to);

  // The squares before and after the word.
  const PooledLane& own_lane = lane(to, play.lane);
  const int before = play.first - 1;
  const int after = play.first + std::countr_one(own_lane.taken >> play.first);
  for (const int end : {before, after}) {
    if (end < 0 || end >= kBoardDim) continue;
    Edit edit;
    start(edit, to, axis.across + end);
    ask(edit, lane(to, axis.across + end), axis.own, lane(to, play.lane).out[end]);
    if (edit.count != 0) apply(edit, to);
  }
}

std::uint64_t LanePool::hash_after(const SolverBoard& board, const LanePlay& play) const {
  std::uint64_t hash = board.hash;
  for_each_laid(lane(board, play.lane), play, [&](int place, Tile tile) {
    hash ^= square_hash(square_of(play.lane, place), tile);
  });
  return hash;
}

LaneSet LanePool::touched(const SolverBoard& board, const LanePlay& play) const {
  const Axis axis = axis_of(play.lane);
  LaneSet set = LaneSet{1} << play.lane;
  std::uint32_t taken = lane(board, play.lane).taken;
  for_each_laid(lane(board, play.lane), play, [&](int place, Tile) {
    taken |= 1U << place;
    set |= LaneSet{1} << (axis.across + place);
    const std::uint32_t column = lane(board, axis.across + place).taken | 1U << axis.own;
    const int after = axis.own + std::countr_one(column >> axis.own);
    const int before = axis.own - std::countl_one(column << (31 - axis.own));
    if (after < kBoardDim) set |= LaneSet{1} << (axis.along + after);
    if (before >= 0) set |= LaneSet{1} << (axis.along + before);
  });
  const int after = play.first + std::countr_one(taken >> play.first);
  if (after < kBoardDim) set |= LaneSet{1} << (axis.across + after);
  if (play.first > 0) set |= LaneSet{1} << (axis.across + play.first - 1);
  return set;
}

Footprint LanePool::footprint(const SolverBoard& board, const LanePlay& play) const {
  const std::uint32_t taken = lane(board, play.lane).taken;
  std::uint32_t laid = 0;
  for_each_laid(lane(board, play.lane), play, [&](int place, Tile) { laid |= 1U << place; });
  const int length = std::countr_one((taken | laid) >> play.first);
  return {play.lane, play.first, static_cast<std::uint8_t>(play.first + length - 1), laid};
}

bool LanePool::apart(const SolverBoard& board, const Footprint& a, const Footprint& b) const {
  if (a.lane == b.lane) return a.last + 1 < b.first || b.last + 1 < a.first;
  const Axis axis = axis_of(a.lane);
  const int a_at = axis.own, b_at = b.lane - axis.along;
  if (0 <= b_at && b_at < kBoardDim) {
    // Parallel: tiles in one crossing lane with nothing but tiles between them share a word.
    const std::uint32_t between = (1U << std::max(a_at, b_at)) - (2U << std::min(a_at, b_at));
    for (const int place : Bits(a.laid & b.laid))
      if ((between & ~lane(board, axis.across + place).taken) == 0) return false;
    return true;
  }
  // Crossing: they meet where their lanes do, in the words or next to an end of one of them.
  const auto meets = [](const Footprint& play, int place, int margin) {
    return play.first - margin <= place && place <= play.last + margin;
  };
  const int place = b.lane - axis.across;  // in a's lane; in b's it is `a_at`
  return !(meets(a, place, 0) && meets(b, a_at, 1)) && !(meets(a, place, 1) && meets(b, a_at, 0));
}

// The number of the lane with that key; makes the lane if there is none.
template <typename Make>
std::uint32_t LanePool::number_of(std::uint64_t key, Make&& make) {
  std::uint32_t* const at = slot_of(key);
  if (*at != 0) return *at;
  const auto number = static_cast<std::uint32_t>(lanes_.size());
  *at = number;
  insert(make());
  return number;
}

std::uint32_t* LanePool::slot_of(std::uint64_t key) {
  const std::size_t mask = index_.size() - 1;
  for (std::size_t i = key & mask;; i = (i + 1) & mask)
    if (index_[i] == 0 || lanes_[index_[i]].key == key) return &index_[i];
}

// Adds a lane whose number `slot_of(key)` holds already.
void LanePool::insert(const PooledLane& lane) {
  lanes_.push_back(lane);
  if (2 * lanes_.size() < index_.size()) return;
  index_.assign(2 * index_.size(), 0);
  for (std::size_t i = 1; i < lanes_.size(); ++i)
    *slot_of(lanes_[i].key) = static_cast<std::uint32_t>(i);
}

void LanePool::find_crosses(PooledLane& lane) {
  const TileSet& set = lexicon_->tiles();
  lane.tiles_key = mix64(lane.number);
  std::array<Letter, kBoardDim> letters;
  for (int i = 0; i < kBoardDim; ++i) {
    letters[i] = letter_of(lane.tiles[i]);
    if (lane.tiles[i] != kEmpty) lane.tiles_key += tile_key(i, lane.tiles[i]);
  }
  lane.out.fill(0);
  for (int place = 0; place < kBoardDim; ++place) {
    if (lane.tiles[place] != kEmpty) continue;
    int first = place, end = place + 1, points = 0;
    while (first > 0 && lane.tiles[first - 1] != kEmpty)
      points += set.score_on_board(lane.tiles[--first]);
    while (end < kBoardDim && lane.tiles[end] != kEmpty)
      points += set.score_on_board(lane.tiles[end++]);
    if (end - first == 1) continue;
    const Gap gap{{&letters[first], &letters[place]}, {&letters[place] + 1, letters.data() + end}};
    lane.out[place] = cross_id(lexicon_->between(gap), points);
  }
}

void LanePool::find_openings(PooledLane& lane) {
  lane.meeting = lane.taken;
  lane.live = false;
  for (int i = 0; i < kBoardDim; ++i) {
    if (lane.in[i] != 0) lane.meeting |= 1U << i;
    if (lane.tiles[i] == kEmpty ? lane.in[i] > 1 : lane.taken != kWholeLane) lane.live = true;
  }
}

// Keeps the capacity that the pool has grown to: it will grow to that again.
void LanePool::keep_only(std::span<SolverBoard> boards) {
  std::vector<PooledLane> kept;
  for (const SolverBoard& board : boards)
    for (const std::uint32_t id : board.lanes) kept.push_back(lanes_[id]);
  const std::vector<Cross> known = std::exchange(crosses_, {});
  forget_crosses();
  for (PooledLane& lane : kept)
    for (auto* asked : {&lane.in, &lane.out})
      for (std::uint16_t& id : *asked)
        if (id > 1) id = cross_id(known[id].letters, known[id].points);
  lanes_.resize(1);
  std::ranges::fill(index_, 0);
  auto lane = kept.begin();
  for (SolverBoard& board : boards) {
    for (std::uint32_t& id : board.lanes) {
      id = number_of(lane->key, [&] { return *lane; });
      ++lane;
    }
  }
}

}  // namespace zymurgy
