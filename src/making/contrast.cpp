#include "making/contrast.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <system_error>

#include "game/files.h"
#include "game/hash.h"
#include "game/packing.h"
#include "game/threads.h"
#include "making/contrast_player.h"
#include "making/contrast_shards.h"
#include "play/record_codec.h"

namespace zymurgy {
namespace {

std::string hash_of_tables(const ContrastOptions& options) {
  Hash hash;
  hash.add(options.lexicon->graph().bytes());
  options.leaves->add_to(hash);
  return hash.text();
}

// A shard's header with the fields replaced that may differ from what is asked for: the number of
// games, and fields that older data lacks.
ContrastHeader comparable(ContrastHeader made, const ContrastHeader& asked) {
  made.games = asked.games;
  if (made.words.empty()) made.words = asked.words;
  if (made.tables.empty()) made.tables = asked.tables;
  return made;
}

// An error if a shard of the plan exists already but was made with other options.
Result<void> check_alike(const ShardPlan& plan, const ContrastShards& there, ContrastHeader asked) {
  for (const auto& [path, header] : there) {
    if (header.first < plan.begin || header.first >= plan.end) continue;
    asked.first = header.first;
    if (plan.shard_of(header.first).path != path) continue;
    if (const ContrastHeader made = comparable(header, asked); made != asked)
      return failure(path +
                     " was made with other settings than asked for: " + difference(made, asked));
  }
  return {};
}

// Whether a shard exists with all its games. False if it is damaged or was meant to be shorter.
bool has_shard(const std::string& path, const ContrastHeader& header) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return false;
  const auto there = read_contrast(path, [](const ContrastGame&) {});
  return there && there->games >= header.games;
}

ShardPlan plan_of(const ContrastOptions& options) {
  const ShardRange all = contrast_range("", options.header);
  return {.run = all.run,
          .begin = all.begin,
          .end = all.end,
          .origin = all.begin,
          .size = options.shard,
          .path = [&options](std::uint64_t begin, std::uint64_t) {
            return std::filesystem::path(options.folder) / contrast_shard_name(begin);
          }};
}

// Plays the games of a shard and writes them; false if stopped first.
Result<bool> make_shard(ContrastPlayer& player, const ContrastHeader& header,
                        const std::string& path, const std::stop_token& stop) {
  std::string bytes = header_text(header);
  ContrastGame game;
  for (std::uint64_t i = 0; i < header.games; ++i) {
    if (stop.stop_requested()) return false;
    player.play(header.first + i, game);
    encode(game, bytes);
  }
  const auto written = write_file(path, compress(bytes, kRecordsLevel));
  if (!written) return tl::unexpected(written.error());
  return true;
}

}  // namespace

Result<void> make_contrast(const ContrastOptions& options,
                           const std::function<void(std::uint64_t, std::uint64_t)>& progress,
                           std::stop_token stop) {
  ZYMURGY_CHECK(options.header.plies >= 1 && options.header.plies <= kMostContrastPlies);
  const ShardPlan plan = plan_of(options);
  const ContrastShards shards = contrast_shards_in(options.folder);
  if (auto fits = check_plan(plan, contrast_ranges(shards)); !fits) return fits;
  ContrastHeader made = options.header;
  made.words = options.lexicon->hash_of_words();
  made.tables = hash_of_tables(options);
  if (auto alike = check_alike(plan, shards, made); !alike) return alike;
  std::atomic<std::uint64_t> next = plan.begin;
  std::mutex mutex;
  std::uint64_t done = 0, before = 0;
  Result<void> result;

  in_threads(options.threads, [&](int) {
    ContrastPlayer player(*options.lexicon, *options.leaves, options.header);
    while (!stop.stop_requested()) {
      const std::uint64_t first = next.fetch_add(plan.size);
      if (first >= plan.end) return;
      const ShardRange shard = plan.shard_of(first);
      ContrastHeader header = made;
      header.first = shard.begin;
      header.games = shard.end - shard.begin;
      const bool there = has_shard(shard.path, header);
      const auto whole = there ? true : make_shard(player, header, shard.path, stop);
      const std::lock_guard lock(mutex);
      if (!whole) result = tl::unexpected(whole.error());
      if (!result || !*whole) return;
      done += header.games;
      if (there) before += header.games;
      if (progress) progress(done, before);
    }
  });
  return result;
}

}  // namespace zymurgy
