// Frames of several plays of a position, side by side, to judge a teacher by: the groups of
// contrast data (making/contrast.h), or of any position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "making/contrast_file.h"
#include "trainer-bridge/frame_stream.h"
#include "trainer-bridge/moments.h"

namespace zymurgy::trainer {

// Gives out the plays of a group, in order. In place of targets each has its static equity and its
// gain after the last ply (0 if it was not played on), in points, and how many plays follow.
Result<void> give_group(const std::vector<ContrastPlay>& plays, const Position& position,
                        const MomentBuilder& builder, const FramePainter& painter,
                        const FrameSink& take);

class ContrastFrames {
 public:
  // Gives out at most `most` frames, in whole groups. The references must outlive this object.
  ContrastFrames(const FramePainter& painter, const Lexicon& lexicon, std::uint64_t most,
                 FrameSink take);

  // Gives out the groups of a shard, which must be of the lexicon. False once no more of them fit.
  Result<bool> add(const std::string& shard);

  const FrameCounts& counts() const { return counts_; }

 private:
  const FramePainter& painter_;
  const Lexicon& lexicon_;
  std::uint64_t most_;
  FrameSink take_;
  FrameCounts counts_;
};

}  // namespace zymurgy::trainer
