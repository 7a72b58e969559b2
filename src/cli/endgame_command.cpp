#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/named_moves.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "endgame/endgame.h"
#include "game/supply.h"
#include "game/text.h"
#include "protocol/notation.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

using Bound = EndgameAnswer::Bound;

// One of the answer's two spreads, as a bound if it is one.
std::string spread_text(const EndgameAnswer& answer, int spread) {
  const char* const bound = answer.bound == Bound::kAtLeast  ? "at least "
                            : answer.bound == Bound::kAtMost ? "at most "
                                                             : "";
  return bound + with_sign(spread);
}

// The other rack: those of its tiles that were not given are the ones left over.
std::string other_rack(const Position& position) {
  return position.tiles().rack_text(position.unseen(position.on_turn()));
}

// What was looked for besides perfect play, as the name of an option and JSON key; null: nothing.
const char* looked_for(const EndgameAnswer& answer, const EndgameOptions& options) {
  if (options.replies == Replies::kFallible && answer.proved && answer.final_spread < 0)
    return "swindle";
  return answer.first_against_static ? "against_static" : nullptr;
}

// What the solver was asked, and its answers.
struct Solved {
  EndgameOptions options{};
  EndgameAnswer answer{};
  // Moves that the user names in addition to the best ones, if any, and the answer about them.
  std::vector<Move> named{};
  std::optional<EndgameAnswer> of_named{};
};

Json json_of(const std::vector<ValuedMove>& moves, const Position& position,
             const Lexicon& lexicon) {
  Json rows = Json::array();
  for (const auto& [move, spread] : moves) {
    rows.push_back({{"move", ucgi_text(move, position)}, {"spread", spread}});
    note_phony(rows.back(), move, position, lexicon);
  }
  return rows;
}

Json json_of(const Solved& solved, const Position& position, const Lexicon& lexicon) {
  const EndgameAnswer& answer = solved.answer;
  Json line = Json::array();
  for_each_of_line(position, answer.line, [&](const Position& before, const Move& move) {
    line.push_back(ucgi_text(move, before));
  });
  Json json{{"spread", answer.spread},
            {"final_spread", answer.final_spread},
            {"label", answer.label()},
            {"pv", std::move(line)},
            {"nodes", answer.nodes},
            {"seconds", answer.seconds},
            {"other_rack", other_rack(position)}};
  if (!answer.moves.empty()) {
    json["moves"] = json_of(answer.moves, position, lexicon);
    json["moves_complete"] = answer.moves_complete;
  }
  if (const auto& named = solved.of_named)
    json["named"] = {{"label", named->label()},
                     {"moves", json_of(named->moves, position, lexicon)}};
  if (const char* key = looked_for(answer, solved.options); key != nullptr) {
    Json& found = json[key] = nullptr;
    if (const auto& better = answer.against_static)
      found = {{"move", ucgi_text(better->move, position)}, {"spread", better->spread}};
    if (const auto& first = answer.first_against_static; first && !found.is_null())
      found["first_spread"] = *first;
  }
  if (answer.bound != Bound::kExact)
    json["bound"] = answer.bound == Bound::kAtLeast ? "lower" : "upper";
  return json;
}

void print_against_static(const EndgameAnswer& answer, const Position& position,
                          const EndgameOptions& options) {
  const auto text = [&](const Move& move) { return display_text(move, position); };
  const bool swindles = options.replies == Replies::kFallible;
  if (looked_for(answer, options) == nullptr) {
    if (options.replies == Replies::kStatic)
      std::printf("there was no time to look at static replies\n");
  } else if (!answer.against_static) {
    std::printf("no move is known to %s if the other side plays on by equity\n",
                swindles ? "win even" : "gain more");
  } else if (const auto& [move, spread] = *answer.against_static; swindles) {
    std::printf("but %s wins if the other side plays on by equity\n", text(move).c_str());
  } else {
    std::printf("but %s comes to %s if the other side plays on by equity, and %s to %s\n",
                text(move).c_str(), with_sign(spread).c_str(), text(answer.line.front()).c_str(),
                with_sign(*answer.first_against_static).c_str());
  }
}

void print_moves(const std::string& which, const std::vector<ValuedMove>& moves,
                 const Position& position) {
  std::printf("%s, with the spread each makes from here\n", which.c_str());
  for (const auto& [move, spread] : moves)
    std::printf("  %s %+4d\n", padded(display_text(move, position), 26).c_str(), spread);
}

void print_text(const Solved& solved, const Position& position, const Lexicon& lexicon) {
  const auto& [options, answer, named, of_named] = solved;
  if (position.rack(1 - position.on_turn()) != position.unseen(position.on_turn()))
    std::printf("the other rack is taken to be %s\n", other_rack(position).c_str());
  std::printf("spread %s from here, %s at the end (%s)\n",
              spread_text(answer, answer.spread).c_str(),
              spread_text(answer, answer.final_spread).c_str(), answer.label().c_str());
  for_each_of_line(position, answer.line, [](const Position& before, const Move& move) {
    std::printf("  %s %4d\n", padded(display_text(move, before), 26).c_str(), move.score);
  });
  if (!answer.moves.empty())
    print_moves(options.only.empty() ? "the best moves" : "the moves given", answer.moves,
                position);
  if (!answer.moves_complete) std::printf("  there was no time to prove which are the next best\n");
  if (answer.moves.empty() && options.best_moves > 1)
    std::printf("the next best moves are shown once the best is proved\n");
  if (of_named)
    print_moves("the moves given (" + of_named->label() + ")", of_named->moves, position);
  print_phonies(of_named ? named : options.only, position, lexicon);
  print_against_static(answer, position, options);
  std::printf("%llu nodes, %.2f s\n", static_cast<unsigned long long>(answer.nodes),
              answer.seconds);
}

// All options but the limits.
EndgameOptions read_options(const cxxopts::ParseResult& parsed, const std::vector<Move>& named) {
  EndgameOptions options;
  options.hash_mb = hash_mb_of(parsed);
  options.threads = threads_of(parsed);
  options.first_win = given(parsed, "first-win");
  if (given(parsed, "swindle")) options.replies = Replies::kFallible;
  if (given(parsed, "static-replies")) {
    options.replies = Replies::kStatic;
    refuse_unused(parsed, {"swindle", "first-win"}, "with --static-replies");
  }
  options.best_moves = within(parsed, "top", 1);
  if (options.first_win) refuse_unused(parsed, {"top"}, "with --first-win");
  if (given(parsed, "plies")) options.max_depth = within(parsed, "plies", 1);
  if (named.empty() || given(parsed, "top")) return options;
  refuse_unused(parsed, {"first-win", "swindle", "static-replies"}, "with --move alone");
  options.only = named;
  return options;
}

Outcome<int> run_endgame(const cxxopts::ParseResult& parsed) {
  const auto game = load_unfinished(parsed);
  if (!game) return tl::unexpected(game.error());
  const Position& position = game->cgp.position;
  const Lexicon& lexicon = *game->tables.lexicon;
  const auto named = moves_given(parsed, position);
  if (!named) return tl::unexpected(named.error());
  Solved solved{.options = read_options(parsed, *named)};
  const double seconds = time_of(parsed);
  if (const auto whole = check_none_missing(position); !whole)
    return input_error("bad-position", whole.error());

  const InterruptStop interrupt;
  const Limits limits{interrupt.token(), deadline_in(seconds)};
  const bool verbose = given(parsed, "verbose");
  const auto solve = [&](const EndgameOptions& options) {
    return solve_endgame(lexicon, position, options, [verbose](const EndgameAnswer& so_far) {
      if (verbose)
        std::fprintf(stderr, "%s: spread %s, %.2f s, %llu nodes\n", so_far.label().c_str(),
                     spread_text(so_far, so_far.spread).c_str(), so_far.seconds,
                     static_cast<unsigned long long>(so_far.nodes));
    });
  };
  const bool beside_the_best = !named->empty() && solved.options.only.empty();
  if (beside_the_best) {  // these get half of the time; the best moves get all that is left
    solved.named = *named;
    EndgameOptions options = solved.options;
    options.limits = limits.with_share(0.5);
    options.only = *named;
    auto of_named = solve(options);
    if (!of_named) return input_error("bad-position", of_named.error());
    solved.of_named = std::move(*of_named);
  }
  solved.options.limits = limits;
  auto answer = solve(solved.options);
  if (!answer) return input_error("bad-position", answer.error());
  solved.answer = std::move(*answer);
  if (beside_the_best) {
    solved.answer.nodes += solved.of_named->nodes;
    solved.answer.seconds += solved.of_named->seconds;
  }

  if (given(parsed, "json"))
    print(json_of(solved, position, lexicon));
  else
    print_text(solved, position, lexicon);
  return status_after_interrupt("endgame", "the best found until then is shown");
}

}  // namespace

int endgame_command(int argc, char** argv) {
  cxxopts::Options options =
      command_options("endgame",
                      "Finds perfect play when the bag is empty. Unknown tiles of the other rack "
                      "are taken to be those left over.",
                      "CGP");
  add_move_option(options, "Only this move, or with --top this one, too");
  options.add_options()("top", "How many of the best moves to list with their values, once solved",
                        cxxopts::value<int>()->default_value("1"), "N");
  options.add_options()("plies", "Search no deeper than this", cxxopts::value<int>(), "N");
  add_time_option(options, "Stop after this long; 0: only when solved", "0");
  add_threads_option(options, "Search threads");
  add_hash_option(options);
  options.add_options()("first-win", "Only find out whether the game is won, drawn or lost");
  options.add_options()(
      "swindle",
      "In a lost game, also look for a move that wins if the other side plays on by equity");
  options.add_options()("static-replies",
                        "Also look for a move that gains more if the other side plays on by "
                        "equity, and tell what the first move gains then");
  options.add_options()("verbose", "Report each depth, or each move given, on stderr");
  add_table_options(options);
  return run_command(options, argc, argv, run_endgame);
}

}  // namespace zymurgy
