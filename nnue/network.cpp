#include "nnue/network.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "game/random.h"
#include "game/raw_bytes.h"
#include "game/text.h"
#include "nnue/bounds.h"

namespace zymurgy::nnue {
namespace {

constexpr std::string_view kMagic = "zymurgy network\n";
// Versions 1 and 2 had 16 bits for all weights; in 3, the mix's input from a number with a smaller
// 1 had fewer steps.
constexpr std::uint32_t kVersion = 4;

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    sum = mix64(sum, word);
  }
  return sum;
}

void put_text(std::string& bytes, std::string_view text) {
  bytes += raw(static_cast<std::uint32_t>(text.size()));
  bytes += text;
}
template <typename T>
void put_section(std::string& bytes, std::string_view name, const std::vector<T>& values) {
  const std::string_view content = raw_all(values);
  put_text(bytes, name);
  bytes += raw(static_cast<std::uint64_t>(content.size()));
  bytes += raw(checksum(content));
  bytes += content;
}

// Takes values off the front. Errors name the file and the part that is wrong.
struct Taker {
  std::string_view bytes;
  std::string_view file;

  tl::unexpected<Error> wrong(std::string_view part, std::string_view what) const {
    return failure(std::string(file) + ": " + std::string(part) + ": " + std::string(what));
  }
  template <typename T>
  bool take(T& value) {
    return take_raw(bytes, value);
  }
  bool take_text(std::string& text) {
    std::uint32_t size = 0;
    if (!take(size) || bytes.size() < size) return false;
    text = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return true;
  }
  template <typename T>
  Result<void> take_section(std::string_view name, std::size_t count, std::vector<T>& values) {
    const std::string part = "section " + std::string(name);
    std::string found;
    std::uint64_t size = 0, sum = 0;
    if (!take_text(found) || !take(size) || !take(sum)) return wrong(part, "missing");
    if (found != name) return wrong(part, "another section is in its place");
    if (size != count * sizeof(T)) return wrong(part, "of the wrong length");
    if (bytes.size() < size) return wrong(part, "cut short");
    if (checksum(bytes.substr(0, size)) != sum)
      return wrong(part, "damaged (the checksum differs)");
    values.resize(count);
    take_raw_all(bytes, values);
    return {};
  }
};

}  // namespace

Network Network::zero(const TileSet& tile_set, const Sizes& sizes) {
  const FeatureSet features(tile_set);
  Network network;
  network.tile_set = tile_set.name();
  network.lane_rows = features.lane_rows();
  network.tile_rows = features.tile_rows();
  network.sizes = sizes;
  const auto width = static_cast<std::size_t>(sizes.width);
  const auto units = static_cast<std::size_t>(sizes.units);
  const auto hidden = static_cast<std::size_t>(sizes.hidden);
  network.ones.resize(width + 2 * units, kLargestOne);
  network.lanes.resize(static_cast<std::size_t>(network.lane_rows) * width);
  network.mix.resize(units * width);
  network.mix_steps.resize(units);
  network.tiles.resize(static_cast<std::size_t>(network.tile_rows) * 2 * units);
  network.dense.resize(hidden * 2 * units);
  network.dense_steps.resize(hidden);
  network.bias.resize(hidden);
  network.head.resize(network.head_at(kBuckets));
  return network;
}

std::string Network::architecture() const {
  const auto number = [](int of) { return std::to_string(of); };
  return "lanes-6 board " + number(kBoardDim) + " rows " + number(lane_rows) + "+" +
         number(tile_rows) + " width " + number(sizes.width) + " units " + number(sizes.units) +
         " hidden " + number(sizes.hidden) + " buckets " + number(kBuckets) + " heads " +
         number(kHeads);
}

std::string Network::bytes() const {
  std::string bytes(kMagic);
  bytes += raw(kVersion);
  bytes += raw(static_cast<std::uint32_t>(sizes.width));
  bytes += raw(static_cast<std::uint32_t>(sizes.units));
  bytes += raw(static_cast<std::uint32_t>(sizes.hidden));
  put_text(bytes, architecture());
  put_text(bytes, tile_set);
  put_text(bytes, training);
  for_each_section(
      *this, [&](std::string_view name, const auto& values) { put_section(bytes, name, values); });
  return bytes;
}

Result<Network> Network::read(std::string_view bytes, std::string_view name,
                              const TileSet* tile_set) {
  Taker taker{bytes, name};
  if (!bytes.starts_with(kMagic)) return taker.wrong("head", "not a network");
  taker.bytes.remove_prefix(kMagic.size());
  std::uint32_t version = 0, width = 0, units = 0, hidden = 0;
  if (!taker.take(version)) return taker.wrong("head", "cut short");
  if (version != kVersion)
    return taker.wrong("head", "version " + std::to_string(version) + ", but this program reads " +
                                   std::to_string(kVersion));
  std::string architecture, tiles, training;
  if (!taker.take(width) || !taker.take(units) || !taker.take(hidden) ||
      !taker.take_text(architecture) || !taker.take_text(tiles) || !taker.take_text(training))
    return taker.wrong("head", "cut short");
  const Sizes sizes{static_cast<int>(width), static_cast<int>(units), static_cast<int>(hidden)};
  if (!sizes.fit()) return taker.wrong("head", "impossible sizes");
  if (tile_set == nullptr) {
    const auto its_own = TileSet::find(tiles);
    if (!its_own) return taker.wrong("head", its_own.error().message);
    tile_set = *its_own;
  }
  if (tiles != tile_set->name())
    return taker.wrong("head",
                       "made for the letters " + in_quotes(tiles) + ", not " + tile_set->name());
  Network network = zero(*tile_set, sizes);
  // Shown whole, unless it is no architecture at all: what differs may be at its end.
  constexpr std::size_t kLongestArchitecture = 200;
  if (architecture != network.architecture())
    return taker.wrong("head", "architecture '" + printable(architecture, kLongestArchitecture) +
                                   "', but this program has '" + network.architecture() + "'");
  network.training = training;
  Result<void> taken;
  for_each_section(network, [&](std::string_view section, auto& values) {
    if (taken) taken = taker.take_section(section, values.size(), values);
  });
  if (!taken) return tl::unexpected(taken.error());
  if (!taker.bytes.empty()) return taker.wrong("end", "data after the last section");
  const auto possible = [](std::int16_t one) { return one >= kSmallestOne && one <= kLargestOne; };
  if (!std::all_of(network.ones.begin(), network.ones.end(), possible))
    return taker.wrong("section ones", "not from " + std::to_string(kSmallestOne) + " to " +
                                           std::to_string(kLargestOne));
  const auto negative = [](std::int32_t step) { return step < 0; };
  if (std::ranges::any_of(network.mix_steps, negative))
    return taker.wrong("section mix steps", "negative");
  if (std::ranges::any_of(network.dense_steps, negative))
    return taker.wrong("section dense steps", "negative");
  if (const std::string section = too_large(network, FeatureSet(*tile_set)); !section.empty())
    return taker.wrong("section " + section, "weights too large to add up");
  return network;
}

std::string own_network(const Library& library, const std::string& lexicon, const TileSet& tiles) {
  // Shipped networks are for English tiles, and so is the one that other lexica borrow.
  const bool english = tiles.name() == TileSet::english().name();
  if (auto code = library.own(lexicon, ".network", english)) return *code;
  if (!english) return "";
  return library.own(std::string(kDefaultLexicon), ".network", true).value_or("");
}

Result<std::shared_ptr<const Network>> find_network(const Library& library, const std::string& code,
                                                    const TileSet* tiles) {
  const auto bytes = library.find(code, ".network");
  if (!bytes) return failure("network " + code + ": " + bytes.error().message);
  auto network = Network::read(*bytes, code, tiles);
  if (!network) return tl::unexpected(network.error());
  return std::make_shared<const Network>(std::move(*network));
}

std::string name_of(const Network& network) { return hex(checksum(network.bytes())).substr(0, 12); }

}  // namespace zymurgy::nnue
