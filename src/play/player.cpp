#include "play/player.h"

#include <cstdint>

#include "evaluate/move_finder.h"
#include "evaluate/network_finder.h"
#include "play/draw_candidate.h"
#include "play/limited.h"
#include "play/thinking_player.h"

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
      : FinderPlayer(lexicon, leaves), temperature_(temperature) {}

  Move choose(const Position& position, const Lanes& lanes) override {
    if (position.bag_size() <= kBag) return finder_.best(position, lanes).move;
    const auto& candidates = finder_.top(position, lanes, kCandidates);
    return candidates[draw_candidate(candidates, random_, temperature_)].move;
  }

 private:
  double temperature_;  // points
};

// All players of a level know the same words.
class LimitedPlayer final : public FinderPlayer {
 public:
  LimitedPlayer(const Lexicon& lexicon, const LeaveTable& leaves, int elo)
      : FinderPlayer(lexicon, leaves),
        skill_(Skill::of_elo(elo)),
        vocabulary_(lexicon.tiles(), skill_.reach, 1) {}

  Move choose(const Position& position, const Lanes& lanes) override {
    return limited_choice(finder_, vocabulary_, skill_, position, lanes, random_);
  }

 private:
  Skill skill_;
  Vocabulary vocabulary_;
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

std::unique_ptr<Player> make_player(const PlayerSpec& spec, const PlayerTables& tables) {
  const Lexicon& lexicon = *tables.lexicon;
  const LeaveTable& leaves = *tables.leaves;
  switch (spec.kind) {
    case PlayerSpec::Kind::kGreedy:
      return std::make_unique<GreedyPlayer>(lexicon, leaves);
    case PlayerSpec::Kind::kStatic:
      return std::make_unique<StaticPlayer>(lexicon, leaves);
    case PlayerSpec::Kind::kNetwork:
      ZYMURGY_CHECK(tables.network != nullptr);
      return std::make_unique<NetworkPlayer>(lexicon, leaves, *tables.network);
    case PlayerSpec::Kind::kThinking:
      ZYMURGY_CHECK(tables.wins != nullptr);
      ZYMURGY_CHECK(tables.network != nullptr || !spec.thinking.network);
      return make_thinking_player(tables, spec.thinking);
    case PlayerSpec::Kind::kLimited:
      return std::make_unique<LimitedPlayer>(lexicon, leaves, spec.elo);
    case PlayerSpec::Kind::kRandom:
      return std::make_unique<RandomPlayer>(lexicon, leaves);
    case PlayerSpec::Kind::kSoftmax:
      return std::make_unique<SoftmaxPlayer>(lexicon, leaves, spec.temperature);
  }
  return nullptr;
}

}  // namespace zymurgy
