// From game logs to a shuffled stream of frames (trainer-bridge/frame.h).
//
// Every move made while the bag had tiles gives a frame: with an empty bag the network is not used.
// Half of the games, chosen by a hash of the game's identity, are transposed.
//
// Moments are shuffled before they are painted: half a kilobyte each, where a frame takes 77, so
// that a buffer of a million fits a laptop. A new moment takes a random place in the buffer, and
// the one that it replaces is sent on; at the end the rest follows in random order. The stream is a
// function of the logs, their order and the options.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "game/random.h"
#include "play/game_log.h"
#include "play/shards.h"
#include "trainer-bridge/frame_stream.h"
#include "trainer-bridge/moments.h"

namespace zymurgy::trainer {

// Whether the frames of a game are transposed.
bool is_transposed(const LogHeader& header, const GameRecord& record);

struct AssemblerOptions {
  int horizon = 5;
  std::size_t buffer = 1 << 18;             // moments
  std::uint64_t seed = 1;                   // of the shuffling
  std::uint64_t skip = 0;                   // frames to skip at the beginning, at hardly any cost
  std::uint64_t count = ~std::uint64_t{0};  // frames given out, at most
  std::stop_token stop{};                   // makes `add` fail
};

class Assembler {
 public:
  // The references must outlive the assembler.
  Assembler(const FramePainter& painter, const WinTable& wins, const Lexicon& lexicon,
            const AssemblerOptions& options, FrameSink take);

  // Adds the games of a log, which must be of the lexicon and in no other log. False once enough
  // frames were given out.
  Result<bool> add(const std::string& log);
  // Gives out what is left.
  Result<void> finish();

  const FrameCounts& counts() const { return counts_; }

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
  FrameSink take_;
  Random random_;
  std::vector<Waiting> buffer_;
  std::vector<ShardRange> logs_;  // which games of which run each one held
  std::uint64_t skipped_ = 0;
  FrameCounts counts_;
};

}  // namespace zymurgy::trainer
