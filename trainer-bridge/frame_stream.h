// Streams of frames, for a teacher's training or judgement.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "trainer-bridge/frame.h"

namespace zymurgy::trainer {

// A frame in a stream: its length, then its floats.
using FrameBytes = std::vector<char>;
FrameBytes frame_bytes(const FramePainter& painter, const Moment& moment, bool transposed);

// Receives each frame; an error ends the work.
using FrameSink = std::function<Result<void>(const FrameBytes&)>;

struct FrameCounts {
  std::uint64_t games = 0, transposed = 0;
  std::uint64_t frames = 0;  // given out
};

}  // namespace zymurgy::trainer
