#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/named_moves.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/text.h"
#include "inference/observer.h"
#include "protocol/seen_turn.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

struct Question {
  LoadedPosition game;  // after the moves
  std::vector<SeenTurn> turns;
};

Outcome<Question> read_question(const cxxopts::ParseResult& parsed) {
  const auto [text, moves] = position_and_moves(parsed);
  auto game = load_position(parsed, text);
  if (!game) return tl::unexpected(game.error());
  if (moves.empty()) return usage_error("expected the moves that were made after the CGP");
  Question question{std::move(*game), {}};
  Position& position = question.game.cgp.position;
  for (const std::string& word : moves) {
    const auto move = parse_move(word, position.tiles());
    if (!move)
      return input_error(
          "bad-move",
          {move.error().message +
           (parse_rack(word, position.tiles()) ? "; a rack is written rack." + word : "")});
    const auto turn = play_turn(word, *move, position);
    if (!turn) return input_error("bad-move", turn.error());
    if (*turn) question.turns.push_back(**turn);
  }
  if (question.game.cgp.ignore_opponent_rack) forget_other_rack(position, question.turns);
  return question;
}

InferOptions infer_options(const cxxopts::ParseResult& parsed) {
  InferOptions infer;
  infer.margin = within(parsed, "margin", 0.0, 1e5);
  const double temperature = within(parsed, "temperature", 0.0, 1e5);
  infer.doubt = temperature > 0 ? 1 : 0;
  if (temperature > 0) infer.temperature = temperature;
  infer.max_leaves = within(parsed, "max-leaves", 1);
  infer.threads = threads_of(parsed);
  infer.seed = seed_of(parsed);
  return infer;
}

std::span<const InferredLeave> first_leaves(const Inferred& inferred, std::size_t most) {
  return std::span(inferred.leaves).first(std::min(most, inferred.leaves.size()));
}

// Calls `tell` for the plays that stand, each with the position before it.
template <typename Tell>
void for_each_standing_play(const std::vector<SeenTurn>& turns, Tell&& tell) {
  for (const SeenTurn& turn : turns)
    if (turn.stands && turn.move.is_play()) tell(turn.move, turn.before);
}

void print_table(const Inferred& inferred, const TileSet& tiles, std::size_t top) {
  std::vector<std::vector<std::string>> table{{"leave", "chance", "before"}};
  for (const InferredLeave& leave : first_leaves(inferred, top))
    table.push_back({tiles.rack_text(leave.leave), fixed(100 * leave.chance, 2) + '%',
                     fixed(100 * leave.prior, 2) + '%'});
  print_columns(table, "lrr");
  const auto considered = static_cast<long long>(inferred.considered);
  const char* const sampled = inferred.sampled ? " sampled" : "";
  if (inferred.considered == 1)
    std::printf("\nno other leave fits what is known of the racks, %.2f s\n", inferred.seconds);
  else if (inferred.explained)
    std::printf("\n%s, of %lld%s considered, %.2f s\n",
                count_text(inferred.leaves.size(), "leave fits", "leaves fit").c_str(), considered,
                sampled, inferred.seconds);
  else
    std::printf(
        "\nno leave fits, of %lld%s considered: the chances are those of the draw, %.2f s\n"
        "(for a player other than our static one, give a --temperature, such as 2)\n",
        considered, sampled, inferred.seconds);
}

Json json_of(const Inferred& inferred, const Question& question, std::size_t most) {
  const TileSet& tiles = question.game.cgp.position.tiles();
  Json leaves = Json::array();
  for (const InferredLeave& leave : first_leaves(inferred, most))
    leaves.push_back(
        {{"leave", tiles.rack_text(leave.leave)}, {"prob", leave.chance}, {"prior", leave.prior}});
  Json json{{"leaves", leaves},
            {"fit", inferred.explained ? inferred.leaves.size() : 0},
            {"considered", inferred.considered},
            {"sampled", inferred.sampled},
            {"explained", inferred.explained},
            {"seconds", inferred.seconds}};
  for_each_standing_play(question.turns, [&](const Move& move, const Position& before) {
    Json row{{"move", ucgi_text(move, before)}};
    note_phony(row, move, before, *question.game.tables.lexicon);
    if (row.contains("phony")) json["phonies"].push_back(std::move(row));
  });
  return json;
}

Outcome<int> run_infer(const cxxopts::ParseResult& parsed) {
  InferOptions infer = infer_options(parsed);
  const int top = within(parsed, "top", 1);
  const auto question = read_question(parsed);
  if (!question) return tl::unexpected(question.error());
  const Tables& tables = question->game.tables;
  const Position& position = question->game.cgp.position;

  const InterruptStop stop;
  infer.limits.stop = stop.token();
  Observer observer(*tables.lexicon, *tables.leaves);
  const Inferred* const inferred = observer.learn(question->turns, position, infer);
  if (!inferred && interrupted()) return interruption("infer: interrupted before the last move");
  if (!inferred)
    return usage_error(
        "infer needs a move that tells what was kept, made by the player who is not on turn after "
        "the moves");
  const auto shown = static_cast<std::size_t>(top);
  if (given(parsed, "json")) {
    print(json_of(*inferred, *question, given(parsed, "top") ? shown : inferred->leaves.size()));
    return kDone;
  }
  print_table(*inferred, position.tiles(), shown);
  for_each_standing_play(question->turns, [&](const Move& move, const Position& before) {
    print_phonies({&move, 1}, before, *tables.lexicon);
  });
  return kDone;
}

}  // namespace

int infer_command(int argc, char** argv) {
  const std::string opening =
      std::to_string(kBoardDim / 2 + 1) + static_cast<char>('A' + kBoardDim / 2 - 4) + " IMINO";
  cxxopts::Options options = command_options(
      "infer",
      "Infers what the player who made the last move kept on the rack, if that player moves as "
      "our static player does, or, with --temperature, less strictly, as people do. The CGP is "
      "the\n"
      "position before the moves, with what is known of the racks; a final rack.TILES is the rack\n"
      "of the player who is on turn after them.\n\n"
      "Which two tiles did " +
          opening +
          " leave, if we hold GLORRTU?\n"
          "  zymurgy infer '" +
          empty_board() + " / 0/0 0' \\\n      '" + opening + "' rack.GLORRTU",
      "CGP MOVE...");
  const std::string most = std::to_string(InferOptions{}.max_leaves);
  options.add_options()("margin", "Points of equity that the player may overlook",
                        cxxopts::value<Decimal>()->default_value("0"), "P");
  options.add_options()(
      "temperature",
      "Also allow worse moves, at odds exp(-loss / T), T in points; 0: by the margin alone",
      cxxopts::value<Decimal>()->default_value("0"), "T");
  options.add_options()("max-leaves", "Sample the leaves if there are more than this",
                        cxxopts::value<int>()->default_value(most), "N");
  options.add_options()("top", "How many leaves to show (with --json all, unless this is given)",
                        cxxopts::value<int>()->default_value("30"), "N");
  add_threads_option(options, "Leaves weighed at a time");
  add_seed_option(options, "Seed of the sample");
  add_table_options(options);
  return run_command(options, argc, argv, run_infer);
}

}  // namespace zymurgy
