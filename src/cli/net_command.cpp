#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/net_dump.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "game/text.h"
#include "play/game.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

// Statistics of a section's weights. `histogram` counts them by size: 0, 1, 2 to 3, 4 to 7, ...
template <typename T>
Json section(const char* name, const std::vector<T>& values) {
  std::vector<std::int64_t> histogram;
  double squares = 0;
  for (const T value : values) {
    const auto size = static_cast<std::uint64_t>(std::abs(std::int64_t{value}));
    const auto bucket = static_cast<std::size_t>(std::bit_width(size));
    if (histogram.size() <= bucket) histogram.resize(bucket + 1);
    ++histogram[bucket];
    squares += static_cast<double>(value) * static_cast<double>(value);
  }
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {{"name", name},
          {"numbers", values.size()},
          {"bytes", values.size() * sizeof(T)},
          {"least", *least},
          {"most", *most},
          {"rms", std::sqrt(squares / static_cast<double>(values.size()))},
          {"histogram", histogram}};
}

void print_section(const Json& part) {
  std::printf("\nsection %s: %zu numbers from %lld to %lld, rms %.1f\n",
              part["name"].get<std::string>().c_str(), part["numbers"].get<std::size_t>(),
              part["least"].get<long long>(), part["most"].get<long long>(),
              part["rms"].get<double>());
  const auto histogram = part["histogram"].get<std::vector<double>>();
  const double highest = *std::max_element(histogram.begin(), histogram.end());
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    const std::string bar(static_cast<std::size_t>(50 * histogram[i] / highest + 0.5), '#');
    std::printf("  %10llu up %10.0f %s\n",
                static_cast<unsigned long long>(i == 0 ? 0 : std::uint64_t{1} << (i - 1)),
                histogram[i], bar.c_str());
  }
}

Outcome<int> info(const cxxopts::ParseResult& parsed, const std::string& name) {
  const TileSet* letters = nullptr;
  if (given(parsed, "letters")) {
    const auto named = letters_of(parsed);
    if (!named) return tl::unexpected(named.error());
    letters = *named;
  }
  const auto found = nnue::find_network(library_of(parsed), name, letters);
  if (!found) return input_error("load-failed", found.error());
  const nnue::Network& network = **found;
  Json sections = Json::array();
  nnue::for_each_section(network, [&](const char* part, const auto& values) {
    sections.push_back(section(part, values));
  });
  if (given(parsed, "json")) {
    print(Json{{"architecture", network.architecture()},
               {"features", network.tile_set},
               {"hash", nnue::name_of(network)},
               {"sections", sections},
               {"training", network.training}});
    return kDone;
  }
  std::printf("architecture  %s\nletters       %s\nname          %s\ntraining      %s\n",
              network.architecture().c_str(), network.tile_set.c_str(),
              nnue::name_of(network).c_str(), printable(network.training).c_str());
  for (const Json& part : sections) print_section(part);
  return kDone;
}

Outcome<int> dump_position(const cxxopts::ParseResult& parsed, const std::string& cgp_words) {
  const auto turn = load_turn(parsed, cgp_words);
  if (!turn) return tl::unexpected(turn.error());
  const auto& [cgp, tables] = *turn;
  const Position& position = cgp.position;
  const auto network = load_network(parsed, "net", tables);
  if (!network) return tl::unexpected(network.error());
  MoveFinder finder(*tables.lexicon, *tables.leaves);
  nnue::Evaluator evaluator(**network, position.tiles());
  const Lanes lanes(*tables.lexicon, position);
  print(network_dump(position, lanes, within(parsed, "top", 1), finder, evaluator));
  return kDone;
}

// Dumps positions of games in which both sides choose at random among the plays that are dumped.
Outcome<int> dump_games(const cxxopts::ParseResult& parsed) {
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  const auto network = load_network(parsed, "net", *tables);
  if (!network) return tl::unexpected(network.error());
  MoveFinder finder(*tables->lexicon, *tables->leaves);
  nnue::Evaluator evaluator(**network, tables->lexicon->tiles());
  Game game(*tables->lexicon, Layout::standard());
  Random random(seed_of(parsed));
  game.start(random());
  const int top = within(parsed, "top", 1);
  const bool json = given(parsed, "json");
  Json positions = Json::array();
  for (auto left = within<std::uint64_t>(parsed, "positions", 1); left > 0; --left) {
    if (game.over()) game.start(random());
    Json dump = network_dump(game.position(), game.lanes(), top, finder, evaluator);
    if (json)
      positions.push_back(std::move(dump));
    else
      print(dump);
    const auto& plays = finder.top(game.position(), game.lanes(), top);
    game.play(plays[random.below(static_cast<std::uint32_t>(plays.size()))].move);
  }
  if (json) print(Json{{"positions", std::move(positions)}});
  return kDone;
}

Outcome<int> run_net(const cxxopts::ParseResult& parsed) {
  const std::vector<std::string> words = parsed.unmatched();
  const bool games = given(parsed, "positions");
  if (words.size() == 2 && words[0] == "info") {
    refuse_unused(parsed, {"positions", "top", "seed", "net", "lexicon", "leaves"},
                  "with `net info`");
    return info(parsed, words[1]);
  }
  if (words.size() == 1 && words[0] == "dump" && games) return dump_games(parsed);
  if (words.size() >= 2 && words[0] == "dump" && !games) {
    refuse_unused(parsed, {"seed"}, "without --positions");
    return dump_position(parsed, joined_arguments(parsed).substr(std::string("dump ").size()));
  }
  return usage_error("expected info NETWORK, dump CGP or dump --positions N");
}

}  // namespace

int net_command(int argc, char** argv) {
  cxxopts::Options options =
      command_options("net",
                      "info NETWORK  shows what a network, given by code (OEL1) or as a file, "
                      "holds, with histograms of its weights.\n"
                      "dump CGP      prints what a network is given for a position's best plays "
                      "and what it answers, in JSON (src/cli/net_dump.h); with --positions, a line "
                      "for each of N positions of games, or with --json all in one object.",
                      "info NETWORK | dump CGP | dump --positions N");
  options.add_options()("positions", "dump: how many positions of games, instead of one CGP",
                        cxxopts::value<std::uint64_t>(), "N");
  options.add_options()("top", "dump: best plays of each position, by static equity",
                        cxxopts::value<int>()->default_value("5"), "N");
  add_seed_option(options, "dump: seed of the games");
  add_table_options(options);
  options.add_options("Tables")("net", "dump: network by code, or a file (default: the lexicon's)",
                                cxxopts::value<std::string>(), "CODE");
  return run_command(options, argc, argv, run_net);
}

}  // namespace zymurgy
