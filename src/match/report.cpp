#include "match/report.h"

#include <chrono>
#include <cstdint>

#include "game/text.h"

namespace zymurgy {
namespace {

const std::string& name_of(const MatchOptions& options, int engine) {
  return options.engines[engine].name;
}

// The engine that moves first is named first.
std::string opponents(const MatchOptions& options, const MatchGame& game) {
  const int first = game.engine_at(0);
  return '(' + name_of(options, first) + " vs " + name_of(options, 1 - first) + ')';
}

std::string reason(const MatchOptions& options, const GameResult& result) {
  using Kind = EngineFault::Kind;
  if (!result.forfeited_by) {
    const int winner = result.scores[1] > result.scores[0] ? 1 : 0;
    const auto w = static_cast<std::size_t>(winner);
    const std::string scores =
        std::to_string(result.scores[w]) + '-' + std::to_string(result.scores[1 - w]);
    if (result.scores[0] == result.scores[1]) return "Draw " + scores;
    return name_of(options, winner) + " wins " + scores;
  }
  const auto what = [&] {
    switch (result.fault.kind) {
      case Kind::kCrash:
        return " disconnects: ";
      case Kind::kStall:
        return "'s connection stalls: ";
      case Kind::kIllegal:
        return " makes an illegal move: ";
      case Kind::kTime:
        return " loses on time: ";
      case Kind::kSetUp:
      case Kind::kStopped:
        break;  // these end no game
    }
    return ": ";
  };
  return name_of(options, *result.forfeited_by) + what() + result.fault.detail;
}

std::string with_error(const WithError& value) {
  return number(value.value, 2) + " +/- " + number(value.error, 2);
}

std::string ratio(std::int64_t a, std::int64_t b) {
  return number(static_cast<double>(a) / static_cast<double>(b), 2);
}

std::string percent(double share) { return number(100 * share, 2) + " %"; }

// An engine's time limits.
std::string limits(const EngineSpec& spec) {
  std::string text;
  if (spec.clock) {
    const auto in_seconds = [](Milliseconds time) {
      return shortest(std::chrono::duration<double>(time).count());
    };
    text = in_seconds(spec.clock->base);
    if (spec.clock->increment.count() != 0) text += '+' + in_seconds(spec.clock->increment);
  }
  if (!spec.go.empty()) text += (text.empty() ? "" : " ") + spec.go;
  return text;
}

}  // namespace

std::string started_line(const MatchOptions& options, const MatchGame& game) {
  return "Started game " + std::to_string(game.number + 1) + " of " +
         std::to_string(options.games) + ' ' + opponents(options, game);
}

std::string finished_line(const MatchOptions& options, const GameResult& result) {
  const int half_points = result.game.swapped() ? 2 - result.half_points() : result.half_points();
  constexpr std::string_view kResults[] = {"0-1", "1/2-1/2", "1-0"};
  return "Finished game " + std::to_string(result.game.number + 1) + ' ' +
         opponents(options, result.game) + ": " + std::string(kResults[half_points]) + " {" +
         reason(options, result) + '}';
}

std::string standing(const MatchOptions& options, const Scoreboard& scoreboard) {
  const Pentanomial& pairs = scoreboard.pairs();
  const auto& counts = pairs.counts;
  const PlayerTally& player = scoreboard.tally().players[0];
  const std::string limits0 = limits(options.engines[0]), limits1 = limits(options.engines[1]);
  std::string text = "Results of " + name_of(options, 0) + " vs " + name_of(options, 1) + " (" +
                     limits0 + (limits0 == limits1 ? "" : " - " + limits1) + ", " +
                     options.lexicon->code() + "):\n";
  text += "Elo: " + with_error(elo(pairs)) + ", nElo: " + with_error(normalized_elo(pairs)) + '\n';
  text += "LOS: " + percent(likelihood_of_superiority(pairs)) + ", DrawRatio: " +
          percent(static_cast<double>(counts[2]) / static_cast<double>(pairs.pairs())) +
          ", PairsRatio: " + ratio(counts[3] + counts[4], counts[0] + counts[1]) + '\n';
  text += "Games: " + std::to_string(scoreboard.tally().games) +
          ", Wins: " + std::to_string(player.wins) + ", Losses: " + std::to_string(player.losses) +
          ", Draws: " + std::to_string(player.ties) +
          ", Points: " + number(2 * pairs.mean() * static_cast<double>(pairs.pairs()), 1) + " (" +
          percent(pairs.mean()) + ")\n";
  text += "Ptnml(0-2): [";
  for (std::size_t i = 0; i < counts.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(counts[i]);
  text += "], Divergent: " + std::to_string(scoreboard.tally().divergent) +
          ", Spread: " + number(player.spread.mean(), 2) + '\n';
  const auto many = [](std::int64_t count, const char* one, const char* plural = "") {
    return count_text(static_cast<std::uint64_t>(count), one, plural);
  };
  for (const int engine : {0, 1}) {
    const FaultCounts& faults = scoreboard.faults()[engine];
    if (faults.all() == 0) continue;
    text += "Faults of " + name_of(options, engine) + ": " +
            many(faults.crashes, "crash", "crashes") + ", " + many(faults.stalls, "stall") + ", " +
            many(faults.illegal, "illegal move") + ", " +
            many(faults.time, "loss on time", "losses on time") + '\n';
  }
  if (const auto& sprt = scoreboard.sprt())
    text += "LLR: " + number(scoreboard.llr(), 2) + " (" + number(sprt->lower(), 2) + ", " +
            number(sprt->upper(), 2) + ") [" + number(sprt->elo0, 2) + ", " +
            number(sprt->elo1, 2) + "]\n";
  return text;
}

std::string_view verdict_text(Sprt::Verdict verdict) {
  switch (verdict) {
    case Sprt::Verdict::kH0:
      return "H0";
    case Sprt::Verdict::kH1:
      return "H1";
    case Sprt::Verdict::kOpen:
      return "open";
  }
  return {};
}

}  // namespace zymurgy
