// The standing of a match, updated with the results of its games as they come in.
//
// Only complete pairs count, and only in order: short games end first, so the games that happen to
// be finished early are a biased sample. Once a test has decided, nothing more counts. So the
// standing is a function of the results alone, however many games were played at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/in_order.h"
#include "match/match_game.h"
#include "play/tally.h"
#include "stats/pentanomial.h"

namespace zymurgy {

struct FaultCounts {
  std::int64_t crashes = 0, stalls = 0, illegal = 0, time = 0;
  std::int64_t all() const { return crashes + stalls + illegal + time; }
};

class Scoreboard {
 public:
  explicit Scoreboard(std::optional<Sprt> sprt = {}) : sprt_(sprt) {}

  // Results may come in any order, each once. True if it completed a pair that counts.
  bool add(const GameResult& result);

  // Over the pairs that count. Scores, spreads, turns and bingos leave out forfeited games.
  const Tally& tally() const { return tally_; }
  const Pentanomial& pairs() const { return pairs_; }
  const std::array<FaultCounts, 2>& faults() const { return faults_; }
  const std::vector<GameResult>& forfeits() const { return forfeits_; }  // with these faults
  std::int64_t wrong_scores(int engine) const { return wrong_scores_[engine ? 1 : 0]; }
  std::int64_t penalties(int engine) const { return penalties_[engine ? 1 : 0]; }
  double seconds_a_move(int engine) const;

  const std::optional<Sprt>& sprt() const { return sprt_; }
  double llr() const { return llr_; }
  Sprt::Verdict verdict() const { return verdict_; }

 private:
  void count_pair(const GameResult& first, const GameResult& second);
  void count(const GameResult& result);

  std::optional<Sprt> sprt_;
  InOrder<GameResult> results_;
  GameResult first_;  // first game of the next pair to count, once it has come in
  Tally tally_;
  Pentanomial pairs_;
  std::array<FaultCounts, 2> faults_;
  std::vector<GameResult> forfeits_;
  std::array<std::int64_t, 2> wrong_scores_{}, penalties_{}, turns_{};
  std::array<Microseconds, 2> thought_{};
  double llr_ = 0;
  Sprt::Verdict verdict_ = Sprt::Verdict::kOpen;
};

}  // namespace zymurgy
