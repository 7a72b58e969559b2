#include "trainer-bridge/checkpoint.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "game/files.h"
#include "game/packing.h"

namespace zymurgy::trainer {
namespace {

struct Head {
  std::array<char, 8> magic{'Z', 'Y', 'T', 'R', 'A', 'I', 'N', '1'};
  std::uint64_t run = 0;
  Place place;
};

template <typename T>
void append(std::string& bytes, std::span<const T> items) {
  bytes.append(reinterpret_cast<const char*>(items.data()), items.size_bytes());
}

template <typename T>
void take(std::string_view& bytes, std::vector<T>& items) {
  std::memcpy(items.data(), bytes.data(), items.size() * sizeof(T));
  bytes.remove_prefix(items.size() * sizeof(T));
}

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
  if (bytes.size() < sizeof head || std::memcmp(bytes.data(), &head.magic, sizeof head.magic) != 0)
    return failure(path + ": not the checkpoint of a training");
  std::memcpy(&head, bytes.data(), sizeof head);
  bytes.remove_prefix(sizeof head);
  const Place& place = head.place;
  if (place.stretches < 0 || place.into < 0 || place.steps < place.into)
    return failure(path + ": stands nowhere");
  if (head.run != run)
    return failure(path + ": a checkpoint of a run with other options; remove it to begin anew");
  if (bytes.size() < own || (bytes.size() - own) % sizeof(Moments) != 0)
    return failure(path + ": weights are missing or too many");
  Checkpoint kept{place, std::vector<float>(weights), std::vector<Moments>(weights),
                  std::vector<Moments>((bytes.size() - own) / sizeof(Moments))};
  take(bytes, kept.weights);
  take(bytes, kept.own);
  take(bytes, kept.shared);
  return kept;
}

Result<void> write_checkpoint(const std::string& path, std::uint64_t run, const Place& place,
                              std::span<const float> weights, std::span<const Moments> own,
                              std::span<const Moments> shared) {
  Head head;
  head.run = run;
  head.place = place;
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
  append(bytes, weights);
  append(bytes, own);
  append(bytes, shared);
  return write_file(path, compress(bytes, 1));
}

}  // namespace zymurgy::trainer
