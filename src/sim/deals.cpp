#include "sim/deals.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "game/counting.h"
#include "game/result.h"

namespace zymurgy {
namespace {

// Hardly any simulation meets more racks than this: eight tiles in the bag allow 6,435.
constexpr double kMostRacks = 8192;
// More tiles have too many orders for all to be met.
constexpr int kMostOrdered = 7;

TileCounts unseen_without(const Position& root, const TileCounts& opponent) {
  TileCounts rest = root.unseen(root.on_turn());
  rest.remove(opponent);
  return rest;
}

// Moves `count` of the tiles to the back: choice `number` of all ways to choose that many. Choices
// with the first tile come first, and so on.
void move_to_back(std::span<Letter> tiles, int count, std::uint32_t number) {
  auto left = static_cast<int>(tiles.size());
  std::size_t next = 0;
  std::array<Letter, kRackSize> chosen{};
  int found = 0;
  for (const Letter tile : tiles) {
    --left;
    const auto with = static_cast<std::uint32_t>(choose(left, count - found - 1));
    if (number < with) {
      chosen[static_cast<std::size_t>(found++)] = tile;
    } else {
      number -= with;
      tiles[next++] = tile;
    }
  }
  std::copy_n(chosen.begin(), found, tiles.begin() + static_cast<std::ptrdiff_t>(next));
}

// Puts the tiles in order `number` of all orders; consecutive numbers have different tiles in
// front.
void put_in_order(std::span<Letter> tiles, std::uint64_t number) {
  for (std::size_t at = 0; at < tiles.size(); ++at) {
    const std::size_t left = tiles.size() - at;
    std::swap(tiles[at], tiles[at + number % left]);
    number /= left;
  }
}

}  // namespace

void Deal::set_row(const TileCounts& bag, Random& random) {
  ZYMURGY_CHECK(bag.size() <= kMost);
  size = 0;
  bag.for_each_tile([&](Letter letter) { row[size++] = letter; });
  shuffle(std::span(row).first(static_cast<std::size_t>(size)), random);
  salt = random();
}

Deal deal_at_random(const Position& root, const RackBelief* belief, Random& random) {
  Deal deal;
  deal.opponent = root.rack(1 - root.on_turn());
  if (belief != nullptr && !belief->empty()) {
    TileCounts believed = belief->draw(random);
    believed.include(deal.opponent);
    if (believed.size() <= kRackSize && root.unseen(root.on_turn()).includes(believed))
      deal.opponent = believed;
    if (const TileCounts& in_bag = belief->in_bag(); !in_bag.empty())
      deal.opponent.add(draw_tiles(unseen_without(root, deal.opponent).without(in_bag),
                                   kRackSize - deal.opponent.size(), random));
  }
  deal.set_row(unseen_without(root, deal.opponent), random);
  while (deal.opponent.size() < kRackSize && deal.size > 0)
    deal.opponent.add(deal.row[--deal.size]);
  return deal;
}

Deals::Deals(const Position& root, const RackBelief* belief, std::uint64_t seed)
    : root_(&root), belief_(belief), seed_(seed), count_(std::numeric_limits<double>::infinity()) {
  ZYMURGY_CHECK(root.unseen(root.on_turn()).size() <= Deal::kMost);
  if (belief != nullptr && !belief->empty()) return;
  const Rack& known = root.rack(1 - root.on_turn());
  root.hidden().for_each_tile([&](Letter letter) { pool_.push_back(letter); });
  const auto unknown = static_cast<int>(pool_.size());
  drawn_ = std::min(kRackSize - known.size(), unknown);
  const double racks = choose(unknown, drawn_);
  if (racks > kMostRacks) return;
  racks_.resize(static_cast<std::size_t>(racks));
  std::iota(racks_.begin(), racks_.end(), 0U);
  Random random(seed);
  shuffle(std::span(racks_), random);
  const int bag = unknown - drawn_;
  const bool chance_remains = root.most_exchanged() > 0;  // where exchanged tiles go back
  if (bag <= kMostOrdered && !chance_remains) count_ = racks * static_cast<double>(factorial(bag));
}

Deal Deals::deal(std::uint64_t iteration) const {
  Random random = Random::stream(seed_, iteration);
  return racks_.empty() ? deal_at_random(*root_, belief_, random) : in_turn(iteration, random);
}

Deal Deals::in_turn(std::uint64_t iteration, Random& random) const {
  const std::uint32_t rack = racks_[iteration % racks_.size()];
  const std::uint64_t round = iteration / racks_.size();
  Deal deal;
  deal.size = static_cast<int>(pool_.size()) - drawn_;
  const std::span tiles = std::span(deal.row).first(pool_.size());
  std::copy(pool_.begin(), pool_.end(), tiles.begin());
  move_to_back(tiles, drawn_, rack);
  deal.opponent = root_->rack(1 - root_->on_turn());
  const auto bag = static_cast<std::size_t>(deal.size);
  for (const Letter letter : tiles.subspan(bag)) deal.opponent.add(letter);
  if (deal.size <= kMostOrdered)
    put_in_order(tiles.first(bag),
                 round + mix64(seed_, rack) % static_cast<std::uint64_t>(factorial(deal.size)));
  else
    shuffle(tiles.first(bag), random);
  deal.salt = random();
  return deal;
}

}  // namespace zymurgy
