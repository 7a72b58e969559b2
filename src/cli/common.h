// What the sub-commands share: options, tables, errors and exit statuses.
#pragma once

#include <cxxopts.hpp>
#include <functional>
#include <iosfwd>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lexicon/library.h"
#include "nnue/network.h"
#include "play/tally.h"
#include "protocol/cgp.h"

namespace zymurgy {

enum ExitStatus : int { kDone = 0, kUsage = 2, kBadInput = 3, kEngineFault = 4, kInterrupted = 75 };

struct Failure {
  ExitStatus status;
  std::string code;  // for programs: usage, bad-position, load-failed, ...
  std::string message;
};
template <typename T>
using Outcome = tl::expected<T, Failure>;

tl::unexpected<Failure> usage_error(std::string message);
tl::unexpected<Failure> input_error(std::string code, const Error& error);
tl::unexpected<Failure> interruption(std::string message);  // of what has nothing to show
// Of work that has written nothing: an interruption if there was one, else what failed to load.
tl::unexpected<Failure> unfinished(const Error& error);

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
inline constexpr const char* kPlayersHelp =
    "Players:\n"
    "  greedy                      the highest score\n"
    "  static                      the highest score plus leave\n"
    "  network                     the network's choice among the best of those\n"
    "  sim[:PLIES[:ITERATIONS]]    simulation, 2 plies and 300 iterations if not said\n"
    "  infer[:PLIES[:ITERATIONS]]  simulation that infers the other rack\n"
    "  oracle[:PLIES[:ITERATIONS]] simulation that sees it\n"
    "  best:SECONDS                the strongest, so many seconds a move\n"
    "  ...+net                     one of these four with a network's help, sim:2:300+net say\n"
    "  limited:ELO                 weak as people are, 800 to 2000 (2000 is static)\n"
    "  softmax:T                   one of the best while the game is open, odds exp(equity / T)\n"
    "  random                      any legal move";

// --data, --lexicon, --letters, --leaves.
void add_table_options(cxxopts::Options& options);

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

Library library_of(const cxxopts::ParseResult& parsed);

// A lexicon and its leaves.
struct Tables {
  std::shared_ptr<const Lexicon> lexicon;
  std::shared_ptr<const LeaveTable> leaves;
  std::string leaves_name;  // none if every leave is 0
};
// What the options name; where they do not, `lexicon` and `letters` if given (by a position, say).
Outcome<Tables> load_tables(const cxxopts::ParseResult& parsed, const std::string& lexicon = "",
                            const TileSet* letters = nullptr);
// The network of a code (OEL1) or file; without either the lexicon's own. An error if it has none;
// of the second, nullptr.
using LoadedNetwork = std::shared_ptr<const nnue::Network>;
Outcome<LoadedNetwork> load_network(const cxxopts::ParseResult& parsed, const std::string& option,
                                    const Lexicon& lexicon);
Outcome<LoadedNetwork> load_network_if_any(const cxxopts::ParseResult& parsed,
                                           const std::string& option, const Lexicon& lexicon);
// The tile set of --letters, or this build's English one.
Outcome<const TileSet*> letters_of(const cxxopts::ParseResult& parsed);

// A position in CGP, with the lexicon that it or --lexicon names.
struct LoadedPosition {
  CgpPosition cgp;
  Tables tables;
};
Outcome<LoadedPosition> load_position(const cxxopts::ParseResult& parsed, const std::string& text);
// The one that the command's words are.
Outcome<LoadedPosition> load_position(const cxxopts::ParseResult& parsed);
// One in which the side on turn has tiles to move.
Outcome<LoadedPosition> load_turn(const cxxopts::ParseResult& parsed, const std::string& text);

// An error if the file cannot be written: to be known before long work.
Outcome<void> check_output(const std::string& path);
// Writes a file, packed with zstd if its name ends in .zst.
Outcome<int> write_table(const std::string& path, const std::string& bytes);

void print(const nlohmann::ordered_json& json);  // on a line of its own
// What a player won and how, for the reports of autoplay and match.
nlohmann::ordered_json player_row(const std::string& name, const PlayerTally& player);
double in_points(Equity equity);
std::string figure(double value, int digits);            // what is not known (NaN) is a dash
std::string padded(const std::string& text, int width);  // with spaces, to so many columns

}  // namespace zymurgy
