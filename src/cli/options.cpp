#include "cli/options.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <istream>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

#include "cli/output.h"
#include "game/layout.h"
#include "game/text.h"
#include "protocol/notation.h"

namespace zymurgy {
namespace {

// A hint about words after a position that look like options: scores below 0 (a position needs no
// quotes), and exchanges as people write them.
std::string hint_for(int argc, char** argv) {
  bool position = false, quoted = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view board = word.substr(0, word.find(' '));
    if (board.find('/') != board.npos && board.find('.') == board.npos) {  // and not a file path
      position = true;
      quoted = word.find(' ') != word.npos;
    }
    if (!position || word.size() < 2 || word[0] != '-' || word[1] == '-') continue;
    if (std::isdigit(static_cast<unsigned char>(word[1])))
      return quoted ? "; an exchange is written ex." + std::string(word.substr(1))
                    : "; put a position with a score below 0 in quotes";
    if (!std::islower(static_cast<unsigned char>(word[1])))
      return "; an exchange is written ex." + std::string(word.substr(1));
  }
  return "";
}

// A complaint of cxxopts, with the option whose value it quotes, which cxxopts does not name,
// unless several options have that value. If none has, with a hint about words that cxxopts takes
// for options.
std::string explained(const std::string& complaint, int argc, char** argv) {
  std::string explanation;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    const std::string value = equals != std::string::npos ? word.substr(equals + 1)
                              : i + 1 < argc              ? argv[i + 1]
                                                          : "";
    const bool quoted = complaint.find("'" + value + "'") != std::string::npos ||
                        complaint.find("\u2018" + value + "\u2019") != std::string::npos;
    if (!word.starts_with("-") || !quoted) continue;
    const bool below_0 = to_number<double>(value).value_or(0) < 0;
    if (!explanation.empty()) return complaint;
    explanation =
        word.substr(0, equals) + ": " + complaint + (below_0 ? "; it takes no number below 0" : "");
  }
  return explanation.empty() ? complaint + hint_for(argc, argv) : explanation;
}

// The part of a command's help about the positions and moves that it takes.
std::string help_on(const std::string& arguments) {
  std::string help;
  if (arguments.find("CGP") != std::string::npos)
    help =
        "\n\nA CGP is a position on one line: board, racks, scores, scoreless turns, operations\n"
        "such as `lex OEL1;` (--lexicon overrides it). An example:\n  '" +
        empty_board() + " GMRUYYZ/ 0/0 0'";
  if (arguments.find("MOVE") != std::string::npos)
    help +=
        "\nA MOVE is 8H.WORD across, H8.WORD down, ex.ABC, pass, or as the tables print it:\n"
        "  '8H WORD'";
  return help;
}

template <typename Number>
Number read_number(const cxxopts::ParseResult& parsed, const std::string& option) {
  if constexpr (std::is_same_v<Number, double>)
    return parsed[option].as<Decimal>().value;
  else
    return parsed[option].as<Number>();
}

template <typename Number>
std::string number_text(Number number) {
  if constexpr (std::is_same_v<Number, double>)
    return shortest(number);
  else
    return std::to_string(number);
}

template <typename Number>
[[noreturn]] void refuse(const std::string& option, const std::string& from, Number found,
                         Number most) {
  const bool ends = most < std::numeric_limits<Number>::max();
  throw BadOption("--" + option + " takes a number" + from +
                  (ends ? " to " + number_text(most) : "") + ", not " + number_text(found));
}

// Throws, and says why, if a shell has split a move of two words for lack of quotes.
void refuse_split_moves(const cxxopts::ParseResult& parsed) {
  const auto refuse_in = [](const std::string& place, const std::string& word) {
    throw BadOption("a move needs quotes or a dot: '" + place + ' ' + word + "' or " + place + '.' +
                    word);
  };
  const std::vector<std::string>& words = parsed.unmatched();
  for (std::size_t i = 1; i < words.size(); ++i)
    if (parse_place(words[i - 1]) && words[i].find_first_of("0123456789/;- ") == std::string::npos)
      refuse_in(words[i - 1], words[i]);
  if (given(parsed, "move"))
    for (const std::string& move : parsed["move"].as<std::vector<std::string>>())
      if (parse_place(move)) refuse_in(move, "WORD");
}

// A flag has no value: cxxopts would take `--json=false` for --json.
void refuse_values_of_flags(const cxxopts::Options& options, int argc, char** argv) {
  for (const std::string& group : options.groups())
    for (const auto& option : options.group_help(group).options)
      for (int i = 1; option.is_boolean && i < argc; ++i)
        for (const std::string& name : option.l)
          if (std::string_view(argv[i]).starts_with("--" + name + "="))
            throw BadOption("--" + name + " takes no value");
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

std::istream& operator>>(std::istream& in, Decimal& decimal) {
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto value = to_number<double>(text);
  if (!value || !std::isfinite(*value))
    throw cxxopts::exceptions::parsing("'" + text + "' is not a decimal number");
  decimal.value = *value;
  return in;
}

template <typename Number>
Number within(const cxxopts::ParseResult& parsed, const std::string& option, Number least,
              Number most) {
  const Number number = read_number<Number>(parsed, option);
  if (number < least || number > most) refuse(option, " from " + number_text(least), number, most);
  return number;
}
template int within(const cxxopts::ParseResult&, const std::string&, int, int);
template std::int64_t within(const cxxopts::ParseResult&, const std::string&, std::int64_t,
                             std::int64_t);
template std::uint64_t within(const cxxopts::ParseResult&, const std::string&, std::uint64_t,
                              std::uint64_t);
template double within(const cxxopts::ParseResult&, const std::string&, double, double);

double above_0(const cxxopts::ParseResult& parsed, const std::string& option, double most) {
  const double number = read_number<double>(parsed, option);
  if (number <= 0 || number > most) refuse(option, " above 0", number, most);
  return number;
}

std::string one_of(const cxxopts::ParseResult& parsed, const std::string& option,
                   const std::vector<std::string>& words) {
  const std::string word = parsed[option].as<std::string>();
  if (std::ranges::find(words, word) != words.end()) return word;
  std::string known;
  for (const std::string& one : words) known += (known.empty() ? "" : " or ") + one;
  throw BadOption("--" + option + " takes " + known + ", not " + in_quotes(word));
}

std::uint64_t seed_of(const cxxopts::ParseResult& parsed) {
  return parsed["seed"].as<std::uint64_t>();
}

int threads_of(const cxxopts::ParseResult& parsed, const std::string& option) {
  return within(parsed, option, 1, 1024);
}

void add_time_option(cxxopts::Options& options, const std::string& what, const char* otherwise) {
  options.add_options()("time", what, cxxopts::value<Decimal>()->default_value(otherwise),
                        "SECONDS");
}

double time_of(const cxxopts::ParseResult& parsed) { return within(parsed, "time", 0.0); }

void add_hash_option(cxxopts::Options& options) {
  options.add_options()("hash", "Size of the transposition table",
                        cxxopts::value<int>()->default_value("256"), "MB");
}

int hash_mb_of(const cxxopts::ParseResult& parsed) { return within(parsed, "hash", 1, 65536); }

std::string empty_board() {
  std::string rows;
  for (int row = 0; row < kBoardDim; ++row)
    rows += (row > 0 ? "/" : "") + std::to_string(kBoardDim);
  return rows;
}

cxxopts::Options command_options(const std::string& name, const std::string& summary,
                                 const std::string& arguments) {
  cxxopts::Options options("zymurgy " + name, wrapped_paragraphs(summary + help_on(arguments)));
  // cxxopts shows its positional_help only for words that it parses itself.
  options.set_width(kScreenColumns)
      .custom_help("[OPTIONS]" + (arguments.empty() ? "" : ' ' + arguments));
  options.add_options()("h,help", "This text");
  options.add_options()("json", "One JSON object on stdout");
  return options;
}

void add_threads_option(cxxopts::Options& options, const std::string& what) {
  options.add_options()("threads", what, cxxopts::value<int>()->default_value("1"), "T");
}

void add_seed_option(cxxopts::Options& options, const std::string& what) {
  options.add_options()("seed", what, cxxopts::value<std::uint64_t>()->default_value("1"), "S");
}

void add_work_options(cxxopts::Options& options, const std::string& threads) {
  const std::string most = std::to_string(std::max(1U, std::thread::hardware_concurrency()));
  add_seed_option(options, "Random seed");
  options.add_options()("threads", threads, cxxopts::value<int>()->default_value(most), "T");
}

bool wants_json(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json") return true;
  return false;
}

int report(const Failure& failure, const std::string& who, bool json) {
  if (json)
    print({{"error", {{"code", failure.code}, {"message", failure.message}}}});
  else
    std::fprintf(stderr, "%s: %s\n", who.c_str(), failure.message.c_str());
  return failure.status;
}

int run_command(cxxopts::Options& options, int argc, char** argv, const CommandBody& body) {
  const bool json = wants_json(argc, argv);
  const auto run = [&]() -> Outcome<int> {
    // All exceptions end here: those of cxxopts, and those for lack of memory or of a thread.
    try {
      refuse_values_of_flags(options, argc, argv);
      const cxxopts::ParseResult parsed = options.parse(argc, argv);
      if (given(parsed, "help")) return std::fputs(options.help().c_str(), stdout), kDone;
      return body(parsed);
    } catch (const cxxopts::exceptions::exception& error) {
      return usage_error(explained(error.what(), argc, argv));
    } catch (const BadOption& error) {
      return usage_error(error.what());
    } catch (const std::bad_alloc&) {
      return input_error("too-large", {"there is not enough memory for this"});
    } catch (const std::filesystem::filesystem_error& error) {
      return input_error("failed", {error.what()});
    } catch (const std::system_error& error) {
      return input_error("no-thread", {std::string("cannot start a thread: ") + error.what()});
    } catch (const std::exception& error) {
      return input_error("failed", {error.what()});
    }
  };
  const Outcome<int> outcome = run();
  const std::string who = std::string("zymurgy ") + argv[0];
  if (outcome && output_is_lost())
    return report({kBadInput, "write-failed", "cannot write to standard output"}, who, false);
  return outcome ? *outcome : report(outcome.error(), who, json);
}

CommandBody without_words(CommandBody body) {
  return [body = std::move(body)](const cxxopts::ParseResult& parsed) -> Outcome<int> {
    if (!parsed.unmatched().empty())
      return usage_error("unexpected argument '" + parsed.unmatched()[0] + "'");
    return body(parsed);
  };
}

bool output_is_lost() {
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  return failed && (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

bool given(const cxxopts::ParseResult& parsed, const std::string& option) {
  return parsed.count(option) != 0;
}

std::string text_of(const cxxopts::ParseResult& parsed, const std::string& option,
                    const std::string& otherwise) {
  return given(parsed, option) ? parsed[option].as<std::string>() : otherwise;
}

void refuse_unused(const cxxopts::ParseResult& parsed, const std::vector<std::string>& options,
                   const std::string& where) {
  for (const std::string& option : options)
    if (given(parsed, option)) throw BadOption("--" + option + " does nothing " + where);
}

std::uint64_t rounded_to_pairs(const std::string& command, std::uint64_t games) {
  if (games % 2 == 0) return games;
  std::fprintf(stderr, "zymurgy %s: games come in pairs: %llu will be played\n", command.c_str(),
               static_cast<unsigned long long>(games + 1));
  return games + 1;
}

std::string joined_arguments(const cxxopts::ParseResult& parsed) {
  refuse_split_moves(parsed);
  return joined(parsed.unmatched());
}

PositionAndMoves position_and_moves(const cxxopts::ParseResult& parsed) {
  refuse_split_moves(parsed);
  const std::vector<std::string>& words = parsed.unmatched();
  const auto is_move = [](const std::string& word) {
    if (word.find('/') != std::string::npos || word.ends_with(';')) return false;
    return word == "pass" || word.starts_with('-') || word.find_first_of(". ") != std::string::npos;
  };
  const bool quoted = !words.empty() && words[0].find(' ') != std::string::npos;
  auto first = quoted ? words.begin() + 1 : words.end();
  while (first != words.begin() && is_move(first[-1])) --first;
  // A file is not allowed here, but is not a move: pass it on as the position, whose error message
  // explains it.
  std::error_code ignored;
  if (first == words.begin() && !words.empty() &&
      std::filesystem::is_regular_file(words[0], ignored))
    ++first;
  return {joined({words.begin(), first}), {first, words.end()}};
}

}  // namespace zymurgy
