#include "trainer-bridge/assembler.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "evaluate/worth.h"
#include "game/raw_bytes.h"
#include "game/text.h"

namespace zymurgy::trainer {
namespace {

// How a game stands before a turn, as the side on turn knows it.
struct Standing {
  int seat, spread, unseen;
};

float result_of(int spread) { return static_cast<float>(2 * share_won(spread) - 1); }

void put_frame(const FramePainter& painter, const Moment& moment, bool transposed,
               FrameBytes& bytes) {
  std::vector<float> floats(frame_floats(painter.scalars()));
  painter.paint(moment, transposed, floats);
  const std::string_view content = raw_all(floats);
  const auto length = static_cast<std::uint32_t>(content.size());
  bytes.assign(raw(length).begin(), raw(length).end());
  bytes.insert(bytes.end(), content.begin(), content.end());
}

}  // namespace

Moment Chronicle::moment(const Position& before, const Move& move) const {
  const int seat = before.on_turn();
  Moment moment;
  moment.board = before.board();
  if (move.is_play()) moment.board.lay(move);
  moment.move = move;
  moment.last = last_;
  moment.turns_since_bingo = since_bingo_[1 - seat];
  moment.leave = before.leave_after(move);
  moment.unseen = before.unseen(seat);
  moment.spread = before.spread() + move.score;
  moment.bag = before.bag_size();
  return moment;
}

void Chronicle::played(int seat, const Move& move) {
  last_ = move;
  int& turns = since_bingo_[seat];
  turns = move.is_bingo() ? 0 : turns + 1;
}

Result<void> for_each_moment(const GameRecord& record, const Position& start, const WinTable& wins,
                             int horizon, const std::function<void(const Moment&)>& visit) {
  std::vector<Standing> standings;
  std::vector<Moment> moments;  // of each turn
  Chronicle chronicle;
  Position position = start;
  auto replayed = replay(record, position, [&](const Position& before, const Turn& turn) {
    const int seat = before.on_turn();
    moments.push_back(chronicle.moment(before, turn.move));
    standings.push_back({seat, before.spread(), moments.back().unseen.size()});
    chronicle.played(seat, turn.move);
  });
  if (!replayed) return replayed;
  if (!position.over()) return failure("game " + std::to_string(record.index) + " has no end");
  for (std::size_t i = 0; i < moments.size() && moments[i].bag > 0; ++i) {
    const int seat = standings[i].seat;
    Targets& targets = moments[i].targets;
    const int spread = position.final_spread(seat);
    targets.spread = static_cast<float>(spread);
    targets.result = targets.win = result_of(spread);
    if (const std::size_t then = i + 1 + static_cast<std::size_t>(horizon); then < moments.size()) {
      const Standing& at = standings[then];
      const double chance = 2 * wins.win_chance(at.spread, at.unseen) - 1;
      targets.win = static_cast<float>(at.seat == seat ? chance : -chance);
    }
    visit(moments[i]);
  }
  return {};
}

bool is_transposed(const LogHeader& header, const GameRecord& record) {
  return (Random::stream(header.seed, record.index, record.swapped ? 1 : 0)() & 1) != 0;
}

Assembler::Assembler(const FramePainter& painter, const WinTable& wins, const Lexicon& lexicon,
                     const AssemblerOptions& options, TakeFrame take)
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
  put_frame(painter_, next.moment, next.transposed, bytes_);
  ++counts_.frames;
  return take_(bytes_);
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

Result<void> give_group(const std::vector<ContrastPlay>& plays, const Position& position,
                        const Chronicle& chronicle, const FramePainter& painter,
                        const TakeFrame& take) {
  FrameBytes bytes;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    const ContrastPlay& play = plays[i];
    Moment moment = chronicle.moment(position, play.move);
    const Equity gain = play.gains.empty() ? 0 : play.gains.back();
    moment.targets = {static_cast<float>(play.equity) / kPoint, static_cast<float>(gain) / kPoint,
                      static_cast<float>(plays.size() - 1 - i)};
    put_frame(painter, moment, false, bytes);
    if (auto taken = take(bytes); !taken) return taken;
  }
  return {};
}

Result<bool> give_contrast_frames(const std::string& shard, const FramePainter& painter,
                                  const Lexicon& lexicon, std::uint64_t most, const TakeFrame& take,
                                  AssemblerCounts& counts) {
  if (auto fits = check_lexicon(shard, lexicon); !fits) return tl::unexpected(fits.error());
  Result<void> result;
  const auto header = read_contrast(shard, [&](const ContrastGame& game) {
    if (!result || counts.frames >= most) return;
    Position position(lexicon.tiles(), Layout::standard());
    Chronicle chronicle;
    Result<void> given;
    result =
        replay(game, position, [&](const Position& before, const Turn& turn, const auto& plays) {
          if (before.bag_size() > 0 && given) {
            if (counts.frames + plays.size() > most) most = counts.frames;  // none that follow
            if (counts.frames < most) {
              given = give_group(plays, before, chronicle, painter, take);
              counts.frames += plays.size();
            }
          }
          chronicle.played(before.on_turn(), turn.move);
        });
    if (!result) result = failure(shard + ": " + result.error().message);
    if (!given) result = given;
    ++counts.games;
  });
  if (!header) return tl::unexpected(header.error());
  return result.map([&] { return counts.frames < most; });
}

}  // namespace zymurgy::trainer
