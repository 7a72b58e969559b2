#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json section(const char* name, const std::vector<T>& values) {
  return {{"name", name}, {"numbers", values.size()}, {"bytes", values.size() * sizeof(T)}};
}

Outcome<int> run(const cxxopts::ParseResult& parsed) {
  const std::vector<std::string> words = parsed.unmatched();
  if (words.size() != 2 || words[0] != "info") return usage_error("expected `net info NETWORK`");
  const auto letters = letters_of(parsed);
  if (!letters) return tl::unexpected(letters.error());
  const auto found = nnue::find_network(library_of(parsed), words[1], **letters);
  if (!found) return input_error("load-failed", found.error());
  const nnue::Network& network = **found;
  const Json sections{section("lanes", network.lanes), section("tiles", network.tiles),
                      section("dense", network.dense), section("bias", network.bias),
                      section("head", network.head)};
  if (parsed.count("json") != 0) {
    print(Json{{"architecture", network.architecture()},
               {"features", network.tile_set},
               {"hash", nnue::name_of(network)},
               {"sections", sections},
               {"training", network.training}});
    return kDone;
  }
  std::printf("architecture  %s\nletters       %s\nname          %s\ntraining      %s\n",
              network.architecture().c_str(), network.tile_set.c_str(),
              nnue::name_of(network).c_str(), network.training.c_str());
  for (const Json& part : sections)
    std::printf("section       %-6s %9zu numbers\n", part["name"].get<std::string>().c_str(),
                part["numbers"].get<std::size_t>());
  return kDone;
}

}  // namespace

int net_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "net", "What a network file holds: by code (OEL1), or a .zst file.", "info NETWORK");
  add_table_options(options);
  return run_command(options, argc, argv, run);
}

}  // namespace zymurgy
