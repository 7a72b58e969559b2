// From game logs to a shuffled stream of frames (trainer-bridge/frame.h).
//
// Every move made while the bag had tiles gives a frame: with none the network is not asked. Half
// of the games, by a hash of what tells a game from others, are transposed.
//
// Shuffling happens to the moments, before they are painted: half a kilobyte each instead of 77, so
// that a buffer of a million of them fits a laptop. A moment that comes in takes a random place of
// the buffer and sends on the one that had it; at the end the rest follows in random order. The
// stream is a function of the logs, their order and the options.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "evaluate/win_table.h"
#include "game/random.h"
#include "making/contrast_file.h"
#include "play/game_log.h"
#include "play/shards.h"
#include "trainer-bridge/frame.h"

namespace zymurgy::trainer {

// Makes the moments of a game, told of each move in turn.
class Chronicle {
 public:
  // After a move from `before`, whether or not it is the one that is then played.
  Moment moment(const Position& before, const Move& move) const;
  void played(int seat, const Move& move);

 private:
  std::optional<Move> last_;
  std::array<int, 2> since_bingo_{};  // turns of each seat
};

// Calls visit(moment) for each frame of a finished game from `start` (an empty board with layout
// and rules). The targets' win chance is the table's `horizon` plies on, or the result if the game
// is over by then.
Result<void> for_each_moment(const GameRecord& record, const Position& start, const WinTable& wins,
                             int horizon, const std::function<void(const Moment&)>& visit);

// Whether the frames of a game are transposed.
bool is_transposed(const LogHeader& header, const GameRecord& record);

struct AssemblerOptions {
  int horizon = 5;
  std::size_t buffer = 1 << 18;  // moments
  std::uint64_t seed = 1;        // of the shuffling
  std::uint64_t skip = 0;        // frames not given out at the beginning, at hardly any cost
  std::uint64_t count = ~std::uint64_t{0};  // frames given out, at most
  std::stop_token stop{};                   // then `add` fails
};

struct AssemblerCounts {
  std::uint64_t games = 0, transposed = 0;
  std::uint64_t frames = 0;  // given out
};

// A frame in a stream: its length, then its floats.
using FrameBytes = std::vector<char>;
// Gets each frame; an error ends the work.
using TakeFrame = std::function<Result<void>(const FrameBytes&)>;

class Assembler {
 public:
  Assembler(const FramePainter& painter, const WinTable& wins, const Lexicon& lexicon,
            const AssemblerOptions& options, TakeFrame take);

  // The games of a log, which must be of the lexicon and not in another log. False once enough
  // frames were given out.
  Result<bool> add(const std::string& log);
  // Gives out what is left.
  Result<void> finish();

  const AssemblerCounts& counts() const { return counts_; }

 private:
  struct Waiting {
    Moment moment;
    bool transposed;
  };
  bool enough() const { return counts_.frames >= options_.count; }
  Result<void> give_out(const Waiting& next);

  const FramePainter& painter_;
  const WinTable& wins_;
  const Lexicon& lexicon_;
  AssemblerOptions options_;
  TakeFrame take_;
  Random random_;
  std::vector<Waiting> buffer_;
  std::vector<ShardRange> logs_;  // what games of which run each held
  FrameBytes bytes_;
  std::uint64_t skipped_ = 0;
  AssemblerCounts counts_;
};

// Frames of several plays of a position, in their order. In place of targets stand each one's
// static equity and what it gained after the last ply (0 if it was not played on), in points, and
// how many plays follow.
Result<void> give_group(const std::vector<ContrastPlay>& plays, const Position& position,
                        const Chronicle& chronicle, const FramePainter& painter,
                        const TakeFrame& take);

// The groups of a shard of contrast data (making/contrast.h), to judge a teacher by. Adds to the
// counts; gives out no more than `most` frames in all, whole groups. False once no more fit: what
// follows is not for that stream.
Result<bool> give_contrast_frames(const std::string& shard, const FramePainter& painter,
                                  const Lexicon& lexicon, std::uint64_t most, const TakeFrame& take,
                                  AssemblerCounts& counts);

}  // namespace zymurgy::trainer
