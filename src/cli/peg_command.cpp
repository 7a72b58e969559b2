#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/named_moves.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/text.h"
#include "preendgame/preendgame.h"
#include "protocol/notation.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kInformed = "informed";
constexpr const char* kWorstCase = "worst-case";
const char* name_of(OpponentModel model) {
  return model == OpponentModel::kInformed ? kInformed : kWorstCase;
}

Json json_of(const PegPlay& play, const Position& position, const Lexicon& lexicon) {
  Json outcomes = Json::array();
  for (const PegBag& bag : play.bags)
    outcomes.push_back(Json{{"bag", position.tiles().rack_text(bag.tiles)},
                            {"wins", bag.tally.wins},
                            {"draws", bag.tally.ties},
                            {"losses", bag.tally.losses},
                            {"label", proof_label(bag.proved)}});
  Json row{{"move", ucgi_text(play.move, position)},
           {"wins", play.tally.wins},
           {"draws", play.tally.ties},
           {"losses", play.tally.losses},
           {"of", play.tally.weight()},
           {"spread", play.mean_spread()},
           {"label", play.label()},
           {"spread_label", play.spread_label()},
           {"outcomes", std::move(outcomes)}};
  note_phony(row, play.move, position, lexicon);
  return row;
}

constexpr char kGuessed = '~';

// The bags that lead to a result: in brackets if they also lead to others, with a mark if this is
// not proved.
std::string bags_with(std::int64_t Outcomes::*result, const PegPlay& play, const TileSet& tiles) {
  std::string text;
  for (const PegBag& bag : play.bags) {
    if (bag.tally.*result == 0) continue;
    const std::string name = tiles.rack_text(bag.tiles);
    text += ' ' + (bag.tally.*result == bag.tally.weight() ? name : '(' + name + ')');
    if (!bag.proved) text += kGuessed;
  }
  return text;
}

long long for_printf(std::int64_t count) { return static_cast<long long>(count); }

std::span<const PegPlay> first_plays(const PegAnswer& answer, std::size_t count) {
  return std::span(answer.plays).first(std::min(count, answer.plays.size()));
}

std::vector<std::string> row_of(const PegPlay& play, const Position& position) {
  const std::string move = display_text(play.move, position);
  if (!play.looked_at) return {move, "-", "-", "-", "-", "", play.label()};
  return {move,
          std::to_string(play.tally.wins),
          std::to_string(play.tally.ties),
          std::to_string(play.tally.losses),
          with_sign(play.mean_spread(), 2),
          play.spread_proved ? "" : std::string(1, kGuessed),
          play.label()};
}

void print_text(const PegAnswer& answer, const Position& position, const PegOptions& options,
                const Lexicon& lexicon, std::size_t top) {
  std::vector<std::vector<std::string>> rows{
      {"move", "wins", "draws", "losses", "end spread", "", "wins are"}};
  for (const PegPlay& play : first_plays(answer, top)) rows.push_back(row_of(play, position));
  print_columns(rows, "lrrrrll");
  print_phonies(options.only, position, lexicon);
  const PegPlay& best = answer.plays.front();
  for (const auto& [does, result] :
       {std::pair{"ties", &Outcomes::ties}, std::pair{"loses", &Outcomes::losses}})
    if (const std::string bags = bags_with(result, best, position.tiles()); !bags.empty())
      std::printf("%s\n",
                  wrapped("the first move " + std::string(does) + " with the bag:" + bags).c_str());
  if (const Rack& known = position.rack(1 - position.on_turn()); !known.empty())
    std::printf("known tiles of the other rack: %s\n", position.tiles().rack_text(known).c_str());
  if (answer.shuffles > 1)
    std::printf("each order of the unseen tiles counts %d times: an exchange shuffles the bag\n",
                answer.shuffles);
  std::printf("%d in the bag, %s opponent; the first move is %s%s; %llu nodes, %.2f s\n",
              answer.bag, name_of(options.opponent), answer.label(),
              options.only.empty() ? "" : " of the moves given",
              static_cast<unsigned long long>(answer.nodes), answer.seconds);
}

Json json_of(const PegAnswer& answer, const Position& position, const PegOptions& options,
             const Lexicon& lexicon, std::size_t top) {
  Json plays = Json::array();
  for (const PegPlay& play : first_plays(answer, top))
    plays.push_back(json_of(play, position, lexicon));
  return {{"bag", answer.bag},
          {"shuffles", answer.shuffles},
          {"opponent", name_of(options.opponent)},
          {"wins_proved", answer.wins_proved},
          {"every_proved", answer.every_proved},
          {"proved", answer.proved},
          {"plays", std::move(plays)},
          {"nodes", answer.nodes},
          {"wins_seconds", answer.wins_seconds ? Json(*answer.wins_seconds) : Json()},
          {"seconds", answer.seconds}};
}

PegOptions read_options(const cxxopts::ParseResult& parsed) {
  PegOptions options;
  options.hash_mb = hash_mb_of(parsed);
  options.threads = threads_of(parsed);
  options.most_in_bag = within(parsed, "most", 1, kMostInBag);
  options.every = given(parsed, "every");
  options.brief_spreads = given(parsed, "brief");
  if (one_of(parsed, "opponent", {kInformed, kWorstCase}) == kWorstCase)
    options.opponent = OpponentModel::kWorstCase;
  return options;
}

Outcome<int> run_peg(const cxxopts::ParseResult& parsed) {
  PegOptions options = read_options(parsed);
  const double seconds = time_of(parsed);
  const auto top = within<std::size_t>(parsed, "top", 1);
  const auto game = load_unfinished(parsed);
  if (!game) return tl::unexpected(game.error());
  const Position& position = game->cgp.position;
  const Lexicon& lexicon = *game->tables.lexicon;
  if (const int bag = position.bag_size(); bag > options.most_in_bag && bag <= kMostInBag)
    return input_error("bad-position",
                       {"the bag holds " + std::to_string(bag) + " tiles, more than the " +
                        std::to_string(options.most_in_bag) + " that --most allows; --most " +
                        std::to_string(bag) + " may take long"});
  auto only = moves_given(parsed, position);
  if (!only) return tl::unexpected(only.error());
  options.only = std::move(*only);
  options.every |= !options.only.empty();  // the user asks about each move named
  const InterruptStop interrupt;
  options.limits = {interrupt.token(), deadline_in(seconds)};
  PegProgress progress;
  if (given(parsed, "verbose"))
    progress = [&](const PegAnswer& so_far) {
      const PegPlay& best = so_far.plays.front();
      std::fprintf(stderr, "%.1f s: %s wins %lld, draws %lld of %lld, %s\n", so_far.seconds,
                   ucgi_text(best.move, position).c_str(), for_printf(best.tally.wins),
                   for_printf(best.tally.ties), for_printf(best.tally.weight()), best.label());
    };
  const auto answer = solve_preendgame(lexicon, *game->tables.leaves, position, options, progress);
  if (!answer) return input_error("bad-position", answer.error());
  if (given(parsed, "json"))
    print(json_of(*answer, position, options, lexicon,
                  given(parsed, "top") ? top : answer->plays.size()));
  else
    print_text(*answer, position, options, lexicon, top);
  return status_after_interrupt("peg", "what was proved until then is shown");
}

}  // namespace

int peg_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "peg",
      "Finds the best move with few tiles in the bag: tries every play, pass and legal exchange\n"
      "against every order of the unseen tiles. Where an exchange is legal, each order counts "
      "once for every order of the bag after a shuffle.\n\n"
      "While the bag has tiles, a reply is a play or a pass, and a pass that answers a pass ends\n"
      "the game at once, so `pass` may be worth more than is shown.\n\n"
      "A ~ marks what is not proved: a mean spread, or the result of a bag. A bag in brackets has\n"
      "the result in some orders only.",
      "CGP");
  add_move_option(options, "Only this move");
  options.add_options()(
      "every",
      "Prove wins, draws and losses of every move (as for those given with --move), not only of "
      "those that can be best; spreads are proved of those that win most");
  options.add_options()("brief",
                        "Once it is proved what wins most, spend only as long again on spreads, "
                        "but at least a second: proving them may take minutes");
  options.add_options()("opponent",
                        "Who replies while the bag has tiles: informed (knows its own rack and "
                        "which tiles are unseen) or worst-case (sees everything)",
                        cxxopts::value<std::string>()->default_value(kInformed), "MODEL");
  options.add_options()(
      "most", "Solve with at most this many tiles in the bag, up to " + std::to_string(kMostInBag),
      cxxopts::value<int>()->default_value("4"), "N");
  add_time_option(options, "Stop after this long; 0: only when proved", "0");
  add_threads_option(options, "Search threads");
  add_hash_option(options);
  options.add_options()("top", "How many moves to show (with --json all, unless this is given)",
                        cxxopts::value<std::size_t>()->default_value("15"), "N");
  options.add_options()("verbose", "Report progress on stderr");
  add_table_options(options);
  return run_command(options, argc, argv, run_peg);
}

}  // namespace zymurgy
