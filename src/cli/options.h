// A command's options and words, and how it is run.
#pragma once

#include <cstdint>
#include <cxxopts.hpp>
#include <functional>
#include <iosfwd>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/outcome.h"

namespace zymurgy {

// For a number of games and for their indices: logs hold 2 * index + 1 in 64 bits.
inline constexpr std::uint64_t kMostGames = std::uint64_t{1} << 62;

// A type of options: a finite decimal number, which unlike double takes no text that only begins
// with a number.
struct Decimal {
  double value = 0;
};
std::istream& operator>>(std::istream& in, Decimal& decimal);

// The options of a command: --help and --json at least. `arguments` is how its help names the words
// that are no options.
cxxopts::Options command_options(const std::string& name, const std::string& summary,
                                 const std::string& arguments = "");
std::string empty_board();  // as a CGP has it, for examples

// --threads, one if not said; `what` they do in its help.
void add_threads_option(cxxopts::Options& options, const std::string& what);
// --seed, 1 if not said; `what` it is the seed of in its help.
void add_seed_option(cxxopts::Options& options, const std::string& what);
// Both, threads one for each processor if not said; `threads`: what these do in its help.
void add_work_options(cxxopts::Options& options, const std::string& threads);

// What is wrong with the options that were given is thrown, as cxxopts does, and told by
// run_command.
struct BadOption : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Whether the option is on the command line; its default value is not.
bool given(const cxxopts::ParseResult& parsed, const std::string& option);
// The text that the option has, where it is given; else `otherwise`.
std::string text_of(const cxxopts::ParseResult& parsed, const std::string& option,
                    const std::string& otherwise = "");

// Throws if one of the options is given, which `where` (with `leaves racks`) would do nothing.
void refuse_idle(const cxxopts::ParseResult& parsed, const std::vector<std::string>& options,
                 const std::string& where);
// The number that an option has; throws unless it is from `least` to `most`. A double is an
// option's Decimal.
template <typename Number>
Number within(const cxxopts::ParseResult& parsed, const std::string& option, Number least,
              Number most = std::numeric_limits<Number>::max());
// The same of a Decimal that must be above 0.
double above_0(const cxxopts::ParseResult& parsed, const std::string& option,
               double most = std::numeric_limits<double>::max());
// The word that an option has; throws unless it is one of these.
std::string one_of(const cxxopts::ParseResult& parsed, const std::string& option,
                   const std::vector<std::string>& words);

std::uint64_t seed_of(const cxxopts::ParseResult& parsed);
// Of an option that says how much goes on at a time: threads, games of a match.
int threads_of(const cxxopts::ParseResult& parsed, const std::string& option = "threads");
// The --time of a search, in seconds.
void add_time_option(cxxopts::Options& options, const std::string& what, const char* otherwise);
double time_of(const cxxopts::ParseResult& parsed);
// The --hash of a solver, in MB.
void add_hash_option(cxxopts::Options& options);
int hash_mb_of(const cxxopts::ParseResult& parsed);

// Whether --json is among the words: asked before parsing, which may be what fails.
bool wants_json(int argc, char** argv);
// Tells what failed on stderr, behind the name of who it failed (`zymurgy sim`), or with `json` as
// an object on stdout. Returns the exit status.
int report(const Failure& failure, const std::string& who, bool json);

// Whether what was printed could not be written. Who closed stdout (`>&-`; see main.cpp) wants none
// of it.
bool output_is_lost();

// Parses the options and runs `body`, which returns the exit status. What fails is told by
// `report`.
using CommandBody = std::function<Outcome<int>(const cxxopts::ParseResult&)>;
int run_command(cxxopts::Options& options, int argc, char** argv, const CommandBody& body);
// The body of a command that takes options alone: other words are an error.
CommandBody without_words(CommandBody body);

// Of games in pairs: one more than an odd number, which is told on stderr.
std::uint64_t rounded_to_pairs(const std::string& command, std::uint64_t games);

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
