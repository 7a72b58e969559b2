#include "trainer-bridge/checkpoint.h"

#include <array>
#include <filesystem>
#include <string_view>

#include "game/files.h"
#include "game/packing.h"
#include "game/raw_bytes.h"

namespace zymurgy::trainer {
namespace {

struct Head {
  std::array<char, 8> magic{'Z', 'Y', 'T', 'R', 'A', 'I', 'N', '1'};
  std::uint64_t run = 0;
  Place place;
};
static_assert(sizeof(Head) == 8 * sizeof(std::uint64_t), "no padding");

}  // namespace

Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, std::uint64_t run,
                                                  std::size_t weights) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const auto packed = read_file(path);
  if (!packed) return tl::unexpected(packed.error());
  // What is shared is less than what is not.
  const std::size_t own = weights * (sizeof(float) + sizeof(Moments));
  const auto unpacked = decompress(*packed, path, sizeof(Head) + own + weights * sizeof(Moments));
  if (!unpacked) return tl::unexpected(unpacked.error());
  std::string_view bytes = *unpacked;
  Head head;
  if (!bytes.starts_with(raw(head.magic)) || !take_raw(bytes, head))
    return failure(path + ": not the checkpoint of a training");
  const Place& place = head.place;
  if (place.stretches < 0 || place.into < 0 || place.steps < place.into)
    return failure(path + ": stands nowhere");
  if (head.run != run)
    return failure(path + ": a checkpoint of a run with other options; remove it to begin anew");
  if (bytes.size() < own || (bytes.size() - own) % sizeof(Moments) != 0)
    return failure(path + ": weights are missing or too many");
  Checkpoint kept{place, std::vector<float>(weights), std::vector<Moments>(weights),
                  std::vector<Moments>((bytes.size() - own) / sizeof(Moments))};
  take_raw_all(bytes, kept.weights);
  take_raw_all(bytes, kept.own);
  take_raw_all(bytes, kept.shared);
  return kept;
}

Result<void> write_checkpoint(const std::string& path, std::uint64_t run, const Place& place,
                              std::span<const float> weights, std::span<const Moments> own,
                              std::span<const Moments> shared) {
  Head head;
  head.run = run;
  head.place = place;
  std::string bytes(raw(head));
  bytes += raw_all(weights);
  bytes += raw_all(own);
  bytes += raw_all(shared);
  return write_file(path, compress(bytes, 1));
}

}  // namespace zymurgy::trainer
