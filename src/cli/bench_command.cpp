#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "game/text.h"
#include "play/bench.h"
#include "protocol/console.h"

namespace zymurgy {

int bench_command(int argc, char** argv) {
  cxxopts::Options options = command_options("bench",
                                             "Times a fixed piece of work: prints how fast this "
                                             "build is, and a signature of its results.");
  add_table_options(options);
  const auto run = [](const cxxopts::ParseResult& parsed) -> Outcome<int> {
    const auto tables = load_tables(parsed);
    if (!tables) return tl::unexpected(tables.error());
    const BenchResult result = bench(*tables->lexicon, *tables->leaves);
    if (given(parsed, "json"))
      print({{"nodes", result.nodes},
             {"seconds", result.seconds},
             {"nps", result.nodes_a_second()},
             {"signature", hex(result.signature)}});
    else
      std::fputs(bench_text(result, tables->lexicon->code()).c_str(), stdout);
    return kDone;
  };
  return run_command(options, argc, argv, without_words(run));
}

}  // namespace zymurgy
