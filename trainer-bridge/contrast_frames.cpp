#include "trainer-bridge/contrast_frames.h"

#include <utility>

namespace zymurgy::trainer {

Result<void> give_group(const std::vector<ContrastPlay>& plays, const Position& position,
                        const MomentBuilder& builder, const FramePainter& painter,
                        const FrameSink& take) {
  for (std::size_t i = 0; i < plays.size(); ++i) {
    const ContrastPlay& play = plays[i];
    Moment moment = builder.moment(position, play.move);
    const Equity gain = play.gains.empty() ? 0 : play.gains.back();
    moment.targets = {static_cast<float>(play.equity) / kPoint, static_cast<float>(gain) / kPoint,
                      static_cast<float>(plays.size() - 1 - i)};
    if (auto taken = take(frame_bytes(painter, moment, false)); !taken) return taken;
  }
  return {};
}

ContrastFrames::ContrastFrames(const FramePainter& painter, const Lexicon& lexicon,
                               std::uint64_t most, FrameSink take)
    : painter_(painter), lexicon_(lexicon), most_(most), take_(std::move(take)) {}

Result<bool> ContrastFrames::add(const std::string& shard) {
  if (auto fits = check_lexicon(shard, lexicon_); !fits) return tl::unexpected(fits.error());
  Result<void> result;
  const auto header = read_contrast(shard, [&](const ContrastGame& game) {
    if (!result || counts_.frames >= most_) return;
    Position position(lexicon_.tiles(), Layout::standard());
    MomentBuilder builder;
    Result<void> given;
    result =
        replay(game, position, [&](const Position& before, const Turn& turn, const auto& plays) {
          if (before.bag_size() > 0 && given) {
            if (counts_.frames + plays.size() > most_) most_ = counts_.frames;  // no more groups
            if (counts_.frames < most_) {
              given = give_group(plays, before, builder, painter_, take_);
              counts_.frames += plays.size();
            }
          }
          builder.played(before.on_turn(), turn.move);
        });
    if (!result) result = failure(shard + ": " + result.error().message);
    if (!given) result = given;
    ++counts_.games;
  });
  if (!header) return tl::unexpected(header.error());
  return result.map([&] { return counts_.frames < most_; });
}

}  // namespace zymurgy::trainer
