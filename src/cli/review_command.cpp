#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/game_review.h"
#include "cli/gcg_input.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "evaluate/worth.h"
#include "game/files.h"
#include "game/scoring.h"
#include "game/text.h"
#include "protocol/gcg.h"
#include "stats/constants.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kReviewer = "zymurgy";  // author of the notes

const char* name_of(const TurnReview& review) {
  switch (review.by) {
    case TurnReview::By::kEquity:
      return "equity";
    case TurnReview::By::kSimulation:
      return "simulation";
    case TurnReview::By::kPreendgame:
      return review.exact ? "pre-endgame, exact" : "pre-endgame";
    case TurnReview::By::kEndgame:
      return review.exact ? "endgame, exact" : "endgame";
  }
  return "";
}

// The command that judges in this way, for the table.
std::string command_of(const TurnReview& review) {
  switch (review.by) {
    case TurnReview::By::kEquity:
      return "eval";
    case TurnReview::By::kSimulation:
      return "sim";
    case TurnReview::By::kPreendgame:
      return review.exact ? "peg" : "peg~";
    case TurnReview::By::kEndgame:
      return review.exact ? "endgame" : "endgame~";
  }
  return "";
}

// Long names are cut; they stand in full below the table.
std::string short_name(const std::string& name) {
  return columns(name) <= 12 ? printable(name) : printable(name, 9);
}

// The 95 % margin of the loss, in per cent; empty for the best move, and where all is proved.
std::string error_text(double error) {
  return error > 0 ? fixed(100 * kNormal95 * error, 1) : std::string();
}

std::vector<std::string> row_of(const GameReview& game, const ReviewedTurn& turn) {
  const Position& before = game.before(turn);
  const GcgEvent& event = game.event(turn);
  const auto& made = game.made(turn);
  std::string move = made ? display_text(*made, before)
                     : event.kind == GcgEvent::Kind::kUnreadable
                         ? "?"
                         : human_text(event.move, before.tiles());
  if (turn.withdrawn) move += " *";
  if (!turn.phony.empty()) move += " ?!";
  std::vector<std::string> row{std::to_string(turn.number), short_name(game.name(event.player)),
                               before.tiles().rack_text(before.rack()), move,
                               std::to_string(turn.withdrawn ? 0 : event.score)};
  if (const auto& review = turn.review)
    row.insert(
        row.end(),
        {review->best.move == review->made.move ? "=" : display_text(review->best.move, before),
         fixed(review->lost_points(), 1), fixed(100 * review->lost_chance(), 1),
         error_text(review->lost_error), fixed(100 * review->made.chance, 1), command_of(*review)});
  else
    row.insert(row.end(), {"-", "-", "-", "", "-", "-"});
  row.push_back(turn.luck ? with_sign(*turn.luck, 1) : "-");
  return row;
}

void print_sum(const std::string& name, const GameReview::Sum& sum) {
  std::string text = name + ": ";
  if (sum.judged > 0)
    text += "lost " + fixed(sum.points, 1) + " points and " + fixed(100 * sum.chance, 1) +
            " % of the game in ";
  else
    text += "judged ";
  text += sum.judged == sum.turns
              ? count_text(sum.turns, "turn")
              : std::to_string(sum.judged) + " of " + count_text(sum.turns, "turn");
  if (sum.phonies > 0)
    text += "; " + count_text(sum.phonies, "phony that stood", "phonies that stood") + " left out";
  if (sum.draws > 0)
    text += "; luck " + with_sign(sum.luck, 1) + " in " + count_text(sum.draws, "draw");
  std::printf("%s\n", wrapped(text).c_str());
}

void print_text(const GameReview& game) {
  std::vector<std::vector<std::string>> rows{{"", "player", "rack", "move", "score", "best", "lost",
                                              "lost %", "\xc2\xb1", "win %", "by", "luck"}};
  for (const ReviewedTurn& turn : game.turns()) rows.push_back(row_of(game, turn));
  print_columns(rows, "rlllrlrrrrlr");
  std::printf("\njudged by the words of %s\n", game.lexicon().code().c_str());
  for (const ReviewedTurn& turn : game.turns())
    if (!turn.phony.empty()) std::printf("turn %zu: %s\n", turn.number, turn.phony.c_str());
  const auto sums = game.sums();
  for (int player = 0; player < 2; ++player)
    if (sums[player].turns > 0) print_sum(printable(game.name(player)), sums[player]);
}

Json json_of(const TurnReview::Play& play, const Position& before) {
  return {{"move", ucgi_text(play.move, before)}, {"points", play.points}, {"win", play.chance}};
}

Json json_of(const GameReview& game, const GcgReading& reading) {
  Json turns = Json::array(), players = Json::array();
  for (const ReviewedTurn& turn : game.turns()) {
    const Position& before = game.before(turn);
    const GcgEvent& event = game.event(turn);
    const auto& made = game.made(turn);
    // In the form of `made`: a single tile may be written across or down.
    Json move = made ? ucgi_text(as_generated(before.board(), *made), before)
                     : ucgi_text(event.move, before.tiles());
    if (event.kind == GcgEvent::Kind::kUnreadable) move = nullptr;
    Json json = {{"turn", turn.number},
                 {"player", event.player + 1},
                 {"rack", before.tiles().rack_text(before.rack())},
                 {"move", std::move(move)},
                 {"score", event.score},
                 {"withdrawn", turn.withdrawn},
                 {"phony", turn.phony.empty() ? Json() : Json(turn.phony)},
                 {"luck", turn.luck ? Json(*turn.luck) : Json()},
                 {"review", Json()}};
    if (turn.review)
      json["review"] = {{"by", name_of(*turn.review)},
                        {"best", json_of(turn.review->best, before)},
                        {"made", json_of(turn.review->made, before)},
                        {"lost_points", turn.review->lost_points()},
                        {"lost_win", turn.review->lost_chance()},
                        {"lost_error", turn.review->lost_error}};
    turns.push_back(std::move(json));
  }
  const auto sums = game.sums();
  for (int player = 0; player < 2; ++player)
    players.push_back({{"name", game.name(player)},
                       {"turns", sums[player].judged},
                       {"all_turns", sums[player].turns},
                       {"phonies", sums[player].phonies},
                       {"lost_points", sums[player].points},
                       {"lost_win", sums[player].chance},
                       {"draws", sums[player].draws},
                       {"luck", sums[player].luck}});
  return {{"lexicon", game.lexicon().code()},
          {"findings", findings_json(reading.findings)},
          {"players", std::move(players)},
          {"turns", std::move(turns)}};
}

double rounded(double value) { return std::round(100 * value) / 100; }

// The game with notes on each turn that was judged: an estimate, which `stats` reads, and text.
GcgGame annotated(GcgGame gcg, const GameReview& game) {
  for (const ReviewedTurn& turn : game.turns()) {
    GcgEvent& event = gcg.events[turn.event];
    // Replaces what an earlier review said.
    std::erase_if(event.estimates,
                  [](const GcgEstimate& estimate) { return estimate.by == kReviewer; });
    std::erase_if(event.notes, [](const std::string& note) {
      return note.starts_with(kReviewer + std::string(": "));
    });
    const Position& before = game.before(turn);
    std::string note = turn.phony;
    if (turn.review) {
      const TurnReview& review = *turn.review;
      event.estimates.push_back({.win_percent = rounded(100 * review.best.chance),
                                 .spread = rounded(before.spread() + review.best.points),
                                 .best = ucgi_text(review.best.move, before),
                                 .by = kReviewer});
      if (!note.empty()) note += "; ";
      note += review.best.move == review.made.move
                  ? "the best move"
                  : "lost " + fixed(review.lost_points(), 1) + " points, " +
                        fixed(100 * review.lost_chance(), 1) + " % to " +
                        display_text(review.best.move, before);
      note += std::string(" (") + name_of(review) + ")";
    }
    if (turn.luck) note += (note.empty() ? "" : "; ") + ("luck " + with_sign(*turn.luck, 1));
    if (!note.empty()) event.notes.push_back(kReviewer + (": " + note));
  }
  return gcg;
}

// `--turn 7` or `--turn 5-9`, else all turns.
TurnRange turns_asked(const cxxopts::ParseResult& parsed, std::size_t turns) {
  if (!given(parsed, "turn")) return {1, turns};
  const std::string text = text_of(parsed, "turn");
  std::string_view rest = text;
  const auto first = to_number<std::size_t>(take_until(rest, '-'));
  const auto last = text.find('-') == text.npos ? first : to_number<std::size_t>(rest);
  if (!first || !last || *first < 1 || *last < *first || *last > turns)
    throw BadOption("--turn takes a turn from 1 to " + std::to_string(turns) +
                    ", or a range such as 5-9, not " + in_quotes(text));
  return {*first, *last};
}

Outcome<int> run_review(const cxxopts::ParseResult& parsed) {
  if (parsed.unmatched().size() != 1) return usage_error("expected one GCG file");
  ReviewOptions options{.iterations = within<std::int64_t>(parsed, "iterations", 0),
                        .seed = seed_of(parsed),
                        .threads = threads_of(parsed)};
  options.solver_seconds = time_of(parsed);
  const LuckOptions luck{.draws = within(parsed, "draws", 0, kMostDraws),
                         .seed = options.seed,
                         .threads = options.threads};
  const auto out = output_of(parsed, "gcg", parsed.unmatched());
  if (!out) return tl::unexpected(out.error());

  const auto reading = read_game(parsed, parsed.unmatched().front());
  if (!reading) return tl::unexpected(reading.error());
  const std::size_t turns = reading->turns().size();
  if (turns == 0)
    return input_error("bad-gcg", {parsed.unmatched().front() + ": the game has no turns"});
  const TurnRange asked = turns_asked(parsed, turns);
  const auto tables =
      load_tables(parsed, std::string(reading->game.pragma("lexicon")), reading->game.tiles);
  if (!tables) return tl::unexpected(tables.error());
  const auto network = load_network_if_any(parsed, "net", *tables);
  if (!network) return tl::unexpected(network.error());
  const auto wins = load_wins(parsed, *tables);
  if (!wins) return tl::unexpected(wins.error());

  Reviewer reviewer(*tables->lexicon, *tables->leaves, *wins, network->get(), options);
  GameReview game(*reading, *tables, reviewer, luck);
  const InterruptStop interrupt;
  game.run(asked, interrupt.token());
  if (given(parsed, "json"))
    print(json_of(game, *reading));
  else
    print_text(game);
  // Turns after a move that cannot be laid on the board are not judged.
  const int status = reading->replay.lost_at ? kBadInput : kDone;
  if (!interrupted())
    return out->empty()
               ? status
               : status_after_write("review", status,
                                    write_file(*out, write_gcg(annotated(reading->game, game))));
  return status_after_interrupt(
      "review", out->empty() ? "the turns judged until then are shown"
                             : "the turns judged until then are shown, and no file is written");
}

}  // namespace

int review_command(int argc, char** argv) {
  static_assert(kPointWeight == 0.005, "as the help says");
  cxxopts::Options options = command_options(
      "review",
      "Shows what each turn of an annotated game lost against the best move, in points and in the\n"
      "chance to win, and how lucky each draw was. Plays are judged by simulation; endgames are\n"
      "solved, and so are positions with one or two tiles in the bag if what wins most is proved\n"
      "in time. A * marks a play that was challenged off: it is judged as the pass it became. ?!\n"
      "marks one that stood with words that the lexicon lacks, which are named below the table:\n"
      "as it may gain more than any valid play, it is left out of the sums.\n\n"
      "The table shows the best move (= is the move made), the points and the chance lost against\n"
      "it (two points count as a percent: the best may be behind in one of them), how sure both\n"
      "together are (±, 1.96 standard errors in per cent: less may be luck), the chance to win\n"
      "after the move made, the command that judged it (~: not all of it is proved), and the\n"
      "points by which the rack was better than the mean of other draws from all that the player\n"
      "did not see (`stats --draws` draws from the bag as it was, without the other rack). Notes\n"
      "that --gcg writes hold the chance after the best move. A turn whose whole rack the game\n"
      "does not tell is not judged (-), nor is any turn after a play that cannot be laid on the\n"
      "board; the exit status is then 3.\n\n"
      "A game is judged by the lexicon that it names, or by OEL1 if it names none; --lexicon\n"
      "overrides this, and --letters names the tiles of a game that names none. `-` as GCG is\n"
      "standard input.",
      "GCG");
  options.add_options()("turn", "Only this turn, as numbered in the table, or a range such as 5-9",
                        cxxopts::value<std::string>(), "N");
  options.add_options()("iterations",
                        "Iterations of the simulation that looks for the best move, and of the one "
                        "that compares it with the move made; 0: judge by equity and network alone",
                        cxxopts::value<std::int64_t>()->default_value("1000"), "N");
  add_time_option(options, "Time to solve each position, at most; 0: no limit", "5");
  options.add_options()("draws", "How often to redraw each draw, to measure its luck; 0: do not",
                        cxxopts::value<int>()->default_value("200"), "N");
  options.add_options()("gcg", "Write the game with estimates and notes",
                        cxxopts::value<std::string>(), "FILE");
  add_work_options(options, "Playouts at a time");
  add_table_options(options);
  add_net_option(options);
  return run_command(options, argc, argv, run_review);
}

}  // namespace zymurgy
