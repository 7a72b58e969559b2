#include "protocol/solvers.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>

#include "endgame/endgame.h"
#include "game/supply.h"
#include "game/text.h"
#include "play/phase.h"
#include "preendgame/preendgame.h"
#include "protocol/notation.h"
#include "protocol/simulation.h"

namespace zymurgy {
namespace {

using Clock = Limits::Clock;
constexpr auto kBetweenLines = std::chrono::milliseconds(100);

int hash_of(const SearchTask& task) {
  return static_cast<int>(task.options.number(Option::kEndgameHash));
}

std::string endgame_line(const EndgameAnswer& answer, const Position& position) {
  std::string line = "info endgame depth " + std::to_string(answer.depth) + " score spread " +
                     with_sign(answer.spread) + " pv";
  for_each_of_line(position, answer.line, [&](const Position& before, const Move& move) {
    line += ' ' + ucgi_text(move, before);
  });
  if (answer.bound != EndgameAnswer::Bound::kExact)
    line += answer.bound == EndgameAnswer::Bound::kAtLeast ? " lowerbound" : " upperbound";
  return line;
}

std::string of_the_moves_given(const SearchTask& task) {
  return task.only.empty() ? "" : " of the moves given";
}

// The answer for the same endgame, with another of its moves as the line.
EndgameAnswer as_best(EndgameAnswer answer, const ValuedMove& best) {
  answer.line = {best.move};
  answer.spread = best.spread;
  return answer;
}

// The bags for which the result is proved: AB|AC|BB
std::string bags_text(const PegPlay& play, std::int64_t Outcomes::*result, const TileSet& tiles) {
  std::string text;
  for (const PegBag& bag : play.bags) {
    if (!bag.proved || bag.tally.*result == 0) continue;
    if (!text.empty()) text += '|';
    text += tiles.rack_text(bag.tiles);
  }
  return text;
}

std::string peg_line(const PegPlay& play, const Position& position) {
  const TileSet& tiles = position.tiles();
  return "info peg move " + ucgi_text(play.move, position) +
         " w:" + bags_text(play, &Outcomes::wins, tiles) +
         " d:" + bags_text(play, &Outcomes::ties, tiles) +
         " l:" + bags_text(play, &Outcomes::losses, tiles) + " spread " +
         with_sign(std::llround(play.mean_spread())) + " wins " + std::to_string(play.tally.wins) +
         " draws " + std::to_string(play.tally.ties) + " losses " +
         std::to_string(play.tally.losses) + " label " + play.label();
}

}  // namespace

Result<SearchAnswer> search_endgame(SearchTask& task) {
  const Position& position = task.cgp.position;
  if (const auto whole = check_none_missing(position); !whole) return tl::unexpected(whole.error());
  EndgameOptions options;
  options.hash_mb = hash_of(task);
  options.threads = task.threads();
  if (task.request.has(kGoDepth))
    options.max_depth = static_cast<int>(task.request.depth);  // fits 32 bits (parse_go)
  else if (task.budget() == Budget::kWork && task.engine_chooses())
    bound_by_work(options);
  options.limits = task.limits;
  options.first_win = task.request.has(kGoFirstWin);
  if (options.first_win && !task.only.empty())
    task.report("info string ignored firstwin: each of the searchmoves gets its value");
  // If only a move is asked for, no time goes into other lines.
  const bool to_play = task.engine_chooses() && !task.request.has(kGoInfinite);
  if (!to_play) options.best_moves = static_cast<int>(task.lines());
  // Not Replies::kStatic, whatever the moves suggest: wrongly taking a player for static costs more
  // than a right guess wins, and few users play against static players (bench/solvers.md).
  if (to_play && task.budget() != Budget::kUnbounded) options.replies = Replies::kFallible;
  options.only = task.only;
  Clock::time_point next_line{};
  const auto solved =
      solve_endgame(*task.tables->lexicon, position, options, [&](const EndgameAnswer& so_far) {
        if (Clock::now() < next_line) return;
        task.report(endgame_line(so_far, position));
        next_line = Clock::now() + kBetweenLines;
      });
  if (!solved) return tl::unexpected(solved.error());
  SearchAnswer answer;
  answer.lines.push_back(endgame_line(*solved, position));
  for (std::size_t i = 1; i < solved->moves.size(); ++i)
    answer.lines.push_back(endgame_line(as_best(*solved, solved->moves[i]), position));
  answer.lines.push_back("info string endgame " + solved->label() + of_the_moves_given(task));
  if (solved->against_static)
    answer.lines.push_back(
        "info string lost to perfect play; bestmove wins if the other side plays on by equity");
  answer.best_move = ucgi_text(solved->move(), position);
  return answer;
}

Result<SearchAnswer> search_peg(SearchTask& task) {
  const Position& position = task.cgp.position;
  PegOptions options;
  options.hash_mb = hash_of(task);
  options.threads = task.threads();
  // If `auto` chose this mode, a position not proved in its share of the time is simulated.
  const bool or_simulate = task.engine_chooses() && task.limits.timed();
  options.limits = or_simulate ? task.limits.with_share(kPreendgameShare) : task.limits;
  options.only = task.only;
  // Proving all spreads takes minutes, which nobody asked for.
  options.brief_spreads = task.engine_chooses() && task.budget() == Budget::kUnbounded;
  const auto solved = solve_preendgame(
      *task.tables->lexicon, *task.tables->leaves, position, options,
      [&](const PegAnswer& so_far) { task.report(peg_line(so_far.plays.front(), position)); });
  if (!solved) return tl::unexpected(solved.error());
  if (or_simulate && !solved->plays.front().proved && !task.limits.stop.stop_requested())
    return search_sim(task);
  SearchAnswer answer;
  for (std::size_t i = 0; i < std::min(solved->plays.size(), task.lines()); ++i)
    answer.lines.push_back(peg_line(solved->plays[i], position));
  answer.lines.push_back(std::string("info string peg opponent informed, first move ") +
                         solved->label() + of_the_moves_given(task));
  answer.best_move = ucgi_text(solved->plays.front().move, position);
  return answer;
}

}  // namespace zymurgy
