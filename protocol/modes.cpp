#include "protocol/modes.h"

#include <algorithm>

#include "protocol/notation.h"
#include "protocol/solvers.h"
#include "protocol/text.h"

namespace zymurgy {
namespace {

std::string gen_line(const Candidate& candidate, const Position& position) {
  TileCounts leave = position.rack();
  leave.remove(candidate.move.used());
  std::string line =
      "info gen move " + ucgi_text(candidate.move, position.board(), position.tiles()) + " score " +
      std::to_string(candidate.move.score) + " eq " + points_text(candidate.equity) + " leave";
  if (!leave.empty()) line += ' ' + position.tiles().rack_text(leave);
  return line;
}

// The static evaluator's ranking.
Result<SearchAnswer> search_gen(SearchTask& task) {
  const Position& position = task.cgp.position;
  RankRequest request;
  request.count = static_cast<int>(task.options.number(Option::kMultiPv));
  request.only = task.only;
  request.also = task.also;
  const std::vector<Candidate> ranked = Engine::rank(*task.tables, position, request);
  SearchAnswer answer;
  for (const Candidate& candidate : ranked) answer.lines.push_back(gen_line(candidate, position));
  answer.best_move = ucgi_text(ranked.front().move, position.board(), position.tiles());
  return answer;
}

constexpr std::uint32_t kLimits = kGoMoveTime | kGoInfinite | kGoClocks;
constexpr std::uint32_t kGenHonours = kLimits | kGoSearchMoves | kGoAlsoSearchMoves;

constexpr Mode kModes[] = {
    {"gen", "moves by static equity", kGenHonours, true, search_gen},
    {"sim", "simulation", 0, false, nullptr},
    {"infer", "what the other side kept", 0, false, nullptr},
    {"endgame", "exact play once the bag is empty", kLimits | kGoDepth | kGoFirstWin | kGoThreads,
     false, search_endgame},
    {"peg", "exact play with one to four tiles in the bag", kLimits | kGoSearchMoves | kGoThreads,
     false, search_peg},
    {"auto", "the engine chooses: endgame, peg or gen", kGenHonours, true, search_gen},
};

// Every tile is where it must be, and the rack on turn is known.
bool is_endgame(const Position& position) {
  return position.bag_size() == 0 && !position.rack().empty() &&
         position.unseen(position.on_turn()).size() <= kRackSize;
}

}  // namespace

std::span<const Mode> modes() { return kModes; }

const Mode* find_mode(std::string_view name) {
  const auto found = std::find_if(std::begin(kModes), std::end(kModes), [&](const Mode& mode) {
    return same_ignoring_case(mode.name, name);
  });
  return found == std::end(kModes) ? nullptr : &*found;
}

const Mode& mode_for(const Mode& mode, const Position& position, const GoRequest& request) {
  if (mode.name != "auto" || position.board().empty()) return mode;
  // Moves that are given may be of any kind, and no time at all is for the static answer.
  if (request.has(kGoSearchMoves) || request.has(kGoAlsoSearchMoves) ||
      (request.has(kGoMoveTime) && request.move_time == 0))
    return mode;
  if (is_endgame(position)) return *find_mode("endgame");
  // With more than one tile in the bag only what has an end by the clock.
  const int most =
      request.has(kGoMoveTime) || request.has(kGoClocks) || request.has(kGoInfinite) ? 2 : 1;
  const int bag = position.bag_size();
  if (bag > 0 && bag <= most && position.rack().size() == kRackSize) return *find_mode("peg");
  return mode;
}

std::string points_text(Equity equity) { return fixed(equity / static_cast<double>(kPoint), 3); }

}  // namespace zymurgy
