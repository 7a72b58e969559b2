#include "play/player.h"

#include <charconv>
#include <cmath>

#include "evaluate/network_finder.h"

namespace zymurgy {
namespace {

class FinderPlayer : public Player {
 public:
  FinderPlayer(const Lexicon& lexicon, const LeaveTable& leaves) : finder_(lexicon, leaves) {}

 protected:
  MoveFinder finder_;
};

class GreedyPlayer final : public FinderPlayer {
 public:
  using FinderPlayer::FinderPlayer;
  Move choose(const Position& position, const Lanes& lanes) override {
    return finder_.best_by_score(position, lanes).move;
  }
};

class StaticPlayer final : public FinderPlayer {
 public:
  using FinderPlayer::FinderPlayer;
  Move choose(const Position& position, const Lanes& lanes) override {
    return finder_.best(position, lanes).move;
  }
};

class NetworkPlayer final : public Player {
 public:
  NetworkPlayer(const Lexicon& lexicon, const LeaveTable& leaves, const nnue::Network& network)
      : finder_(lexicon, leaves, network) {}
  Move choose(const Position& position, const Lanes& lanes) override {
    return finder_.best(position, lanes).move;
  }

 private:
  NetworkFinder finder_;
};

// Made for varied training games: near-best moves while the game is open, then the best.
class SoftmaxPlayer final : public FinderPlayer {
 public:
  static constexpr int kCandidates = 50;
  static constexpr int kBag = 60;  // with no more tiles than this in the bag: the best move

  SoftmaxPlayer(const Lexicon& lexicon, const LeaveTable& leaves, double temperature)
      : FinderPlayer(lexicon, leaves), scale_(1 / (temperature * kPoint)) {}

  Move choose(const Position& position, const Lanes& lanes) override {
    if (position.bag_size() <= kBag) return finder_.best(position, lanes).move;
    const auto& candidates = finder_.top(position, lanes, kCandidates);
    const auto odds = [&](const Candidate& candidate) {
      return std::exp((candidate.equity - candidates.front().equity) * scale_);
    };
    double sum = 0;
    for (const Candidate& candidate : candidates) sum += odds(candidate);
    double left = random_.unit() * sum;
    for (const Candidate& candidate : candidates)
      if ((left -= odds(candidate)) < 0) return candidate.move;
    return candidates.front().move;
  }

 private:
  double scale_;
};

class RandomPlayer final : public FinderPlayer {
 public:
  using FinderPlayer::FinderPlayer;
  Move choose(const Position& position, const Lanes& lanes) override {
    const auto& moves = finder_.all(position, lanes);
    return moves[random_.below(static_cast<std::uint32_t>(moves.size()))].move;
  }
};

}  // namespace

Result<PlayerSpec> PlayerSpec::parse(std::string_view text) {
  PlayerSpec spec;
  spec.name = text;
  if (text == "greedy") return spec.kind = Kind::kGreedy, spec;
  if (text == "static") return spec.kind = Kind::kStatic, spec;
  if (text == "network") return spec.kind = Kind::kNetwork, spec;
  if (text == "random") return spec.kind = Kind::kRandom, spec;
  constexpr std::string_view kSoftmaxPrefix = "softmax:";
  if (text.starts_with(kSoftmaxPrefix)) {
    text.remove_prefix(kSoftmaxPrefix.size());
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), spec.temperature);
    if (error == std::errc{} && end == text.data() + text.size() && spec.temperature > 0 &&
        std::isfinite(spec.temperature))
      return spec.kind = Kind::kSoftmax, spec;
    return failure("player '" + spec.name + "': expected a temperature above 0 in points");
  }
  return failure("unknown player '" + spec.name + "' (greedy, static, network, softmax:T, random)");
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec, const Lexicon& lexicon,
                                    const LeaveTable& leaves, const nnue::Network* network) {
  switch (spec.kind) {
    case PlayerSpec::Kind::kGreedy:
      return std::make_unique<GreedyPlayer>(lexicon, leaves);
    case PlayerSpec::Kind::kStatic:
      return std::make_unique<StaticPlayer>(lexicon, leaves);
    case PlayerSpec::Kind::kNetwork:
      ZYMURGY_CHECK(network != nullptr);
      return std::make_unique<NetworkPlayer>(lexicon, leaves, *network);
    case PlayerSpec::Kind::kRandom:
      return std::make_unique<RandomPlayer>(lexicon, leaves);
    case PlayerSpec::Kind::kSoftmax:
      return std::make_unique<SoftmaxPlayer>(lexicon, leaves, spec.temperature);
  }
  return nullptr;
}

}  // namespace zymurgy
