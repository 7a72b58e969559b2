#include "trainer-bridge/assembler.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace zymurgy::trainer {

bool is_transposed(const LogHeader& header, const GameRecord& record) {
  return (Random::stream(header.seed, record.index, record.swapped ? 1 : 0)() & 1) != 0;
}

Assembler::Assembler(const FramePainter& painter, const WinTable& wins, const Lexicon& lexicon,
                     const AssemblerOptions& options, FrameSink take)
    : painter_(painter),
      wins_(wins),
      lexicon_(lexicon),
      options_(options),
      take_(std::move(take)),
      random_(Random::stream(options.seed, 0x6672616d65)) {
  ZYMURGY_CHECK(options.buffer > 0 && options.horizon >= 0);
}

Result<void> Assembler::give_out(const Waiting& next) {
  if (enough() || skipped_++ < options_.skip) return {};
  ++counts_.frames;
  return take_(frame_bytes(painter_, next.moment, next.transposed));
}

Result<bool> Assembler::add(const std::string& log) {
  auto reader = GameLogReader::open(log);
  if (!reader) return tl::unexpected(reader.error());
  const LogHeader& header = reader->header();
  if (auto fits = check_lexicon(log, header.lexicon_name(), lexicon_); !fits)
    return tl::unexpected(fits.error());
  if (header.layout != Layout::standard().name()) return failure(log + ": games on another board");
  const Position start(lexicon_.tiles(), Layout::standard(), header.rules);
  logs_.push_back({header_text(header), log, ~std::uint64_t{0}, 0});
  for (GameRecord record; !enough();) {
    if (options_.stop.stop_requested()) return failure("stopped");
    const auto more = reader->next(record);
    if (!more) return more;
    if (!*more) return check_disjoint(logs_).map([] { return true; });
    ShardRange& read_so_far = logs_.back();
    read_so_far.begin = std::min(read_so_far.begin, record.index);
    read_so_far.end = std::max(read_so_far.end, record.index + 1);
    const bool transposed = is_transposed(header, record);
    Result<void> given;
    const auto read =
        for_each_moment(record, start, wins_, options_.horizon, [&](const Moment& moment) {
          if (!given) return;
          if (buffer_.size() < options_.buffer) {
            buffer_.push_back({moment, transposed});
            return;
          }
          Waiting& place = buffer_[random_.below(static_cast<std::uint32_t>(buffer_.size()))];
          given = give_out(place);
          place = {moment, transposed};
        });
    if (!read) return failure(log + ": " + read.error().message);
    if (!given) return tl::unexpected(given.error());
    ++counts_.games;
    counts_.transposed += transposed;
  }
  return check_disjoint(logs_).map([] { return false; });
}

Result<void> Assembler::finish() {
  while (!buffer_.empty() && !enough()) {
    std::swap(buffer_[random_.below(static_cast<std::uint32_t>(buffer_.size()))], buffer_.back());
    if (auto given = give_out(buffer_.back()); !given) return given;
    buffer_.pop_back();
  }
  return {};
}

}  // namespace zymurgy::trainer
