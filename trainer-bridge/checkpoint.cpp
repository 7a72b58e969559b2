#include "trainer-bridge/checkpoint.h"

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "game/files.h"
#include "game/packing.h"
#include "game/raw_bytes.h"

namespace zymurgy::trainer {
namespace {

struct Head {
  std::array<char, 8> magic{'Z', 'Y', 'T', 'R', 'A', 'I', 'N', '1'};
  std::uint64_t run = 0;
  TrainingState state;
};
static_assert(sizeof(Head) == 8 * sizeof(std::uint64_t), "no padding");

}  // namespace

Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, std::uint64_t run,
                                                  std::size_t weights) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  const auto packed = read_file(path);
  if (!packed) return tl::unexpected(packed.error());
  // There are fewer shared weights than weights, which bounds the size.
  const std::size_t own = weights * (sizeof(float) + sizeof(AdamMoments));
  const auto unpacked =
      decompress(*packed, path, sizeof(Head) + own + weights * sizeof(AdamMoments));
  if (!unpacked) return tl::unexpected(unpacked.error());
  std::string_view bytes = *unpacked;
  Head head;
  if (!bytes.starts_with(raw(head.magic)) || !take_raw(bytes, head))
    return failure(path + ": not the checkpoint of a training");
  const TrainingState& state = head.state;
  if (state.stretches < 0 || state.into < 0 || state.steps < state.into)
    return failure(path + ": impossible progress");
  if (head.run != run)
    return failure(path + ": a checkpoint of a run with other options; remove it to begin anew");
  if (bytes.size() < own || (bytes.size() - own) % sizeof(AdamMoments) != 0)
    return failure(path + ": too few or too many weights");
  Checkpoint kept{state, std::vector<float>(weights), std::vector<AdamMoments>(weights),
                  std::vector<AdamMoments>((bytes.size() - own) / sizeof(AdamMoments))};
  take_raw_all(bytes, kept.weights);
  take_raw_all(bytes, kept.own);
  take_raw_all(bytes, kept.shared);
  return kept;
}

Result<void> write_checkpoint(const std::string& path, std::uint64_t run,
                              const TrainingState& state, std::span<const float> weights,
                              std::span<const AdamMoments> own,
                              std::span<const AdamMoments> shared) {
  Head head;
  head.run = run;
  head.state = state;
  std::string bytes(raw(head));
  bytes += raw_all(weights);
  bytes += raw_all(own);
  bytes += raw_all(shared);
  return write_file(path, compress(bytes, 1));
}

}  // namespace zymurgy::trainer
