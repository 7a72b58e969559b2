// The options and words of a command, and how a command is run.
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

// The limit of numbers of games and of their indices: logs hold 2 * index + 1 in 64 bits.
inline constexpr std::uint64_t kMostGames = std::uint64_t{1} << 62;

// An option type: a finite decimal number. Unlike double, it does not accept text that only begins
// with a number.
struct Decimal {
  double value = 0;
};
std::istream& operator>>(std::istream& in, Decimal& decimal);

// The options of a command: at first --help and --json. `arguments`: how its help names the words
// that are not options.
cxxopts::Options command_options(const std::string& name, const std::string& summary,
                                 const std::string& arguments = "");
std::string empty_board();  // as in a CGP, for examples

// Adds --threads, 1 by default; `what`: what they do, for the help.
void add_threads_option(cxxopts::Options& options, const std::string& what);
// Adds --seed, 1 by default; `what`: what it seeds, for the help.
void add_seed_option(cxxopts::Options& options, const std::string& what);
// Adds both, with one thread per processor by default; `threads`: what they do, for the help.
void add_work_options(cxxopts::Options& options, const std::string& threads);

// An error in the options given. It is thrown, as cxxopts throws its own, and reported by
// run_command.
struct BadOption : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Whether the option is on the command line; a default value does not count.
bool given(const cxxopts::ParseResult& parsed, const std::string& option);
// The option's text if it is given, else `otherwise`.
std::string text_of(const cxxopts::ParseResult& parsed, const std::string& option,
                    const std::string& otherwise = "");

// Throws if one of the options is given where it has no effect; `where` says where: with `leaves
// racks`.
void refuse_unused(const cxxopts::ParseResult& parsed, const std::vector<std::string>& options,
                   const std::string& where);
// The option's number; throws unless it is from `least` to `most`. For a double the option is a
// Decimal.
template <typename Number>
Number within(const cxxopts::ParseResult& parsed, const std::string& option, Number least,
              Number most = std::numeric_limits<Number>::max());
// The same for a Decimal that must be above 0.
double above_0(const cxxopts::ParseResult& parsed, const std::string& option,
               double most = std::numeric_limits<double>::max());
// The option's word; throws unless it is one of `words`.
std::string one_of(const cxxopts::ParseResult& parsed, const std::string& option,
                   const std::vector<std::string>& words);

std::uint64_t seed_of(const cxxopts::ParseResult& parsed);
// The number of an option for how much runs at a time: threads, games of a match.
int threads_of(const cxxopts::ParseResult& parsed, const std::string& option = "threads");
// The --time of a search, in seconds.
void add_time_option(cxxopts::Options& options, const std::string& what, const char* otherwise);
double time_of(const cxxopts::ParseResult& parsed);
// The --hash of a solver, in MB.
void add_hash_option(cxxopts::Options& options);
int hash_mb_of(const cxxopts::ParseResult& parsed);

// Whether --json is among the words; needed before parsing, which may fail itself.
bool wants_json(int argc, char** argv);
// Prints what failed on stderr, after the name `who` of the program (`zymurgy sim`), or with `json`
// as an object on stdout. Returns the exit status.
int report(const Failure& failure, const std::string& who, bool json);

// Whether output could not be written. Not so if the caller closed stdout (`>&-`; see main.cpp) and
// so wants no output.
bool output_is_lost();

// Parses the options and runs `body`, which returns the exit status. Failures go to `report`.
using CommandBody = std::function<Outcome<int>(const cxxopts::ParseResult&)>;
int run_command(cxxopts::Options& options, int argc, char** argv, const CommandBody& body);
// The body of a command that takes options alone: other words are an error.
CommandBody without_words(CommandBody body);

// Rounds a number of games up to whole pairs, and says so on stderr if it was odd.
std::uint64_t rounded_to_pairs(const std::string& command, std::uint64_t games);

// The words that are not options, joined, so that a CGP needs no quotes.
std::string joined_arguments(const cxxopts::ParseResult& parsed);
// The same if moves may follow: all words after a quoted CGP, else the last words as far as they
// look like moves.
struct PositionAndMoves {
  std::string cgp;
  std::vector<std::string> moves;
};
PositionAndMoves position_and_moves(const cxxopts::ParseResult& parsed);

}  // namespace zymurgy
