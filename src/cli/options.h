// A command's options and words, and how it is run.
#pragma once

#include <cstdint>
#include <cxxopts.hpp>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/outcome.h"

namespace zymurgy {

// Of a run of games, and of their indices: so that no index overflows, nor twice one, as logs hold
// it.
inline constexpr std::uint64_t kMostGames = std::uint64_t{1} << 62;

// Types of options. A finite decimal number, which unlike double takes no text that only begins
// with a number.
struct Decimal {
  double value = 0;
};
std::istream& operator>>(std::istream& in, Decimal& decimal);
// How much goes on at a time, 1 to 1024: threads, games of a match.
struct Threads {
  int count = 1;
};
std::istream& operator>>(std::istream& in, Threads& threads);

// The options of a command: --help and --json at least. `arguments` is how its help names the words
// that are no options.
cxxopts::Options command_options(const std::string& name, const std::string& summary,
                                 const std::string& arguments = "");

// --threads, one if not said; `what` they do in its help.
void add_threads_option(cxxopts::Options& options, const std::string& what);
// --seed and --threads, one for each processor if not said. `threads`: what these do in its help.
void add_work_options(cxxopts::Options& options, const std::string& threads);

// Parses the options and runs `body`, which returns the exit status. What fails is told on stderr,
// or with --json as an object on stdout.
using CommandBody = std::function<Outcome<int>(const cxxopts::ParseResult&)>;
int run_command(cxxopts::Options& options, int argc, char** argv, const CommandBody& body);
// The body of a command that takes options alone: other words are an error.
CommandBody without_words(CommandBody body);

// An error if one of the options is given, which `where` (with `leaves racks`) would do nothing.
Outcome<void> refuse_idle(const cxxopts::ParseResult& parsed,
                          const std::vector<std::string>& options, const std::string& where);

// The seconds of an option, which must not be below 0.
Outcome<double> time_limit(const cxxopts::ParseResult& parsed, const std::string& option);

// Of games in pairs: one more than an odd number, which is told on stderr.
std::uint64_t in_pairs(const std::string& command, std::uint64_t games);

// The --hash of a solver, in MB.
inline constexpr const char* kHashLimits = "--hash takes a number from 1 to 65536";
constexpr bool hash_fits(int hash_mb) { return hash_mb >= 1 && hash_mb <= 65536; }

// The words that are no options, joined: a CGP needs no quotes.
std::string joined_arguments(const cxxopts::ParseResult& parsed);
// The same where moves may follow: what comes after a quoted CGP, else the last words as far as
// they look like moves.
struct PositionAndMoves {
  std::string cgp;
  std::vector<std::string> moves;
};
PositionAndMoves position_and_moves(const cxxopts::ParseResult& parsed);

}  // namespace zymurgy
