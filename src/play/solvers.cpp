#include "play/solvers.h"

#include "endgame/endgame.h"
#include "play/phase.h"
#include "preendgame/preendgame.h"

namespace zymurgy {
namespace {

constexpr int kHash = 16;  // MB

}  // namespace

std::optional<Move> solve(const Lexicon& lexicon, const LeaveTable& leaves,
                          const Position& position, std::optional<double> doubt,
                          const Limits& limits) {
  const Phase phase = phase_of(position, limits.timed() ? Budget::kTime : Budget::kWork);
  if (phase == Phase::kEndgame) {
    EndgameOptions options;
    options.hash_mb = kHash;
    options.limits = limits;
    options.doubt = endgame_doubt(doubt);
    options.replies = options.doubt < 0.5 ? Replies::kStatic : Replies::kFallible;
    if (!limits.timed()) bound_by_work(options);
    const auto answer = solve_endgame(lexicon, position, options);
    if (answer && !answer->line.empty()) return answer->move();
  }
  if (phase == Phase::kPreendgame) {
    PegOptions options;
    options.hash_mb = kHash;
    options.limits = limits.with_share(kPreendgameShare);
    const auto answer = solve_preendgame(lexicon, leaves, position, options);
    if (answer && answer->plays.front().proved) return answer->plays.front().move;
  }
  return std::nullopt;
}

}  // namespace zymurgy
