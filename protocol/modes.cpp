#include "protocol/modes.h"

#include <algorithm>

#include "protocol/notation.h"
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

constexpr std::uint32_t kGenHonours =
    kGoMoveTime | kGoInfinite | kGoClocks | kGoSearchMoves | kGoAlsoSearchMoves;

constexpr Mode kModes[] = {
    {"gen", "moves by static equity", kGenHonours, true, search_gen},
    {"sim", "simulation", 0, false, nullptr},
    {"infer", "what the other side kept", 0, false, nullptr},
    {"endgame", "exact play once the bag is empty", 0, false, nullptr},
    {"peg", "exact play with few tiles in the bag", 0, false, nullptr},
    {"auto", "the engine chooses; for now gen", kGenHonours, true, search_gen},
};

}  // namespace

std::span<const Mode> modes() { return kModes; }

const Mode* find_mode(std::string_view name) {
  const auto found = std::find_if(std::begin(kModes), std::end(kModes), [&](const Mode& mode) {
    return same_ignoring_case(mode.name, name);
  });
  return found == std::end(kModes) ? nullptr : &*found;
}

std::string points_text(Equity equity) { return fixed(equity / static_cast<double>(kPoint), 3); }

}  // namespace zymurgy
