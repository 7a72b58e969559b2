#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "game/text.h"
#include "play/bench.h"

namespace zymurgy {

int bench_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "bench",
      "Does a fixed piece of work: how fast this build is, and a signature of its results.");
  add_table_options(options);
  const auto run = [](const cxxopts::ParseResult& parsed) -> Outcome<int> {
    const auto tables = load_tables(parsed);
    if (!tables) return tl::unexpected(tables.error());
    const BenchResult result = bench(*tables->lexicon, *tables->leaves);
    const double rate = static_cast<double>(result.nodes) / result.seconds;
    const std::string signature = hex(result.signature);
    if (parsed.count("json") != 0)
      print({{"nodes", result.nodes},
             {"seconds", result.seconds},
             {"nps", rate},
             {"signature", signature}});
    else
      std::printf("Signature       : %s\nNodes searched  : %llu\nNodes/second    : %.0f\n",
                  signature.c_str(), static_cast<unsigned long long>(result.nodes), rate);
    return kDone;
  };
  return run_command(options, argc, argv, without_words(run));
}

}  // namespace zymurgy
