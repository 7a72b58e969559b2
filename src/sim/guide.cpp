#include "sim/guide.h"

#include <optional>

#include "evaluate/network_finder.h"

namespace zymurgy {
namespace {

// Plays a finder's best move; what the finder needs besides the tables (a network) comes last.
template <typename Finder>
class FinderGuide final : public Guide {
 public:
  template <typename... More>
  FinderGuide(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
              const nnue::Network* outlook, const More&... more)
      : finder_(lexicon, leaves, more...), wins_(&wins) {
    if (outlook != nullptr) outlook_.emplace(*outlook, lexicon.tiles());
  }

  void start(const Position& root, const Lanes& lanes, const Move& first) override {
    if (!outlook_) return;
    outlook_->start(root, lanes);
    outlook_->level_at(first);
  }
  const Candidate& reply(const Position& position, const Lanes& lanes) override {
    return finder_.best(position, lanes);
  }
  Equity outlook(const Position& position, const Lanes& lanes, const Move& last) override {
    if (!outlook_) return 0;
    outlook_->start(position, lanes);
    return outlook_->gain(last).spread;
  }
  Leaf value(const Position& position, Equity leaves, int unseen) override {
    const Equity spread = position.spread() * kPoint + leaves;
    return {wins_->at_lead(spread, unseen), spread};
  }

 private:
  Finder finder_;
  const WinTable* wins_;
  std::optional<nnue::Evaluator> outlook_;
};

}  // namespace

GuideMaker guide_maker(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
                       GuideNetworks network) {
  return [&lexicon, &leaves, &wins, network]() -> std::unique_ptr<Guide> {
    if (network.replies != nullptr)
      return std::make_unique<FinderGuide<NetworkFinder>>(lexicon, leaves, wins, network.outlook,
                                                          *network.replies);
    return std::make_unique<FinderGuide<MoveFinder>>(lexicon, leaves, wins, network.outlook);
  };
}

}  // namespace zymurgy
