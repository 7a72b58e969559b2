#include "cli/common.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <istream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "cli/progress.h"
#include "game/files.h"
#include "game/json_text.h"
#include "game/packing.h"
#include "game/supply.h"
#include "game/text.h"
#include "protocol/board_picture.h"

namespace zymurgy {
namespace {

constexpr const char* kEnglish = kBoardDim == 15 ? "english" : "english_super";

bool wants_json(int argc, char** argv) {
  // Asked before parsing, which may be what fails.
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json") return true;
  return false;
}

// A position is words that need no quotes, but for scores that look like options.
std::string hint_for(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (const std::string_view word = argv[i];
        word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<unsigned char>(word[1])))
      return "; put a position with a score below 0 in quotes";
  return "";
}

// The option whose value a complaint quotes, for cxxopts does not name it.
std::string option_of(const std::string& complaint, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    const std::string value = equals != std::string::npos ? word.substr(equals + 1)
                              : i + 1 < argc              ? argv[i + 1]
                                                          : "";
    const bool quoted = complaint.find("'" + value + "'") != std::string::npos ||
                        complaint.find("\u2018" + value + "\u2019") != std::string::npos;
    if (word.starts_with("-") && quoted) return word.substr(0, equals) + ": ";
  }
  return "";
}

// Of what was printed. Who closed stdout (`>&-`; see main.cpp) wants none of it.
bool output_is_lost() {
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  return failed && (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

int report(const Failure& failure, const std::string& command, bool json) {
  if (json)
    print({{"error", {{"code", failure.code}, {"message", failure.message}}}});
  else
    std::fprintf(stderr, "zymurgy %s: %s\n", command.c_str(), failure.message.c_str());
  return failure.status;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

tl::unexpected<Failure> usage_error(std::string message) {
  return tl::unexpected(Failure{kUsage, "usage", std::move(message)});
}

tl::unexpected<Failure> input_error(std::string code, const Error& error) {
  return tl::unexpected(Failure{kBadInput, std::move(code), error.message});
}

tl::unexpected<Failure> interruption(std::string message) {
  return tl::unexpected(Failure{kInterrupted, "interrupted", std::move(message)});
}

tl::unexpected<Failure> unfinished(const Error& error) {
  if (interrupted()) return interruption(error.message + "; nothing is written");
  return input_error("load-failed", error);
}

std::istream& operator>>(std::istream& in, Decimal& decimal) {
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto value = to_number<double>(text);
  if (!value || !std::isfinite(*value))
    throw cxxopts::exceptions::parsing("'" + text + "' is no decimal number");
  decimal.value = *value;
  return in;
}

std::istream& operator>>(std::istream& in, Threads& threads) {
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto value = to_number<int>(text);
  if (!value || *value < 1 || *value > 1024)
    throw cxxopts::exceptions::parsing("'" + text + "' is no number from 1 to 1024");
  threads.count = *value;
  return in;
}

cxxopts::Options command_options(const std::string& name, const std::string& summary,
                                 const std::string& arguments) {
  cxxopts::Options options("zymurgy " + name, summary);
  options.set_width(100).custom_help("[OPTIONS]").positional_help(arguments);
  options.add_options()("h,help", "This text");
  options.add_options()("json", "One JSON object on stdout");
  return options;
}

void add_work_options(cxxopts::Options& options, const std::string& threads) {
  const std::string most = std::to_string(std::max(1U, std::thread::hardware_concurrency()));
  options.add_options()("seed", "Of all randomness",
                        cxxopts::value<std::uint64_t>()->default_value("1"), "S");
  options.add_options()("threads", threads, cxxopts::value<Threads>()->default_value(most), "T");
}

void add_table_options(cxxopts::Options& options) {
  options.add_options("Tables")("data", "Folder of lexica, leaves and networks (repeatable)",
                                cxxopts::value<std::vector<std::string>>(), "DIR");
  options.add_options("Tables")("lexicon", "Lexicon by code, or a .kwg file",
                                cxxopts::value<std::string>(), "CODE");
  options.add_options("Tables")("letters", "Tile set by name (english, french, ...)",
                                cxxopts::value<std::string>(), "NAME");
  options.add_options("Tables")("leaves",
                                "Leaves by code, or a .klv2 file; otherwise the lexicon's",
                                cxxopts::value<std::string>(), "CODE");
}

int run_command(cxxopts::Options& options, int argc, char** argv, const CommandBody& body) {
  const bool json = wants_json(argc, argv);
  const auto run = [&]() -> Outcome<int> {
    // What throws, cxxopts and the lack of memory or of a single thread, ends here.
    try {
      const cxxopts::ParseResult parsed = options.parse(argc, argv);
      if (parsed.count("help") != 0) return std::fputs(options.help().c_str(), stdout), kDone;
      return body(parsed);
    } catch (const cxxopts::exceptions::exception& error) {
      const std::string complaint = error.what();
      return usage_error(option_of(complaint, argc, argv) + complaint + hint_for(argc, argv));
    } catch (const std::bad_alloc&) {
      return input_error("too-large", {"there is not enough memory for so much"});
    } catch (const std::system_error& error) {
      return input_error("no-thread", {std::string("no thread is to be had: ") + error.what()});
    } catch (const std::exception& error) {
      return input_error("failed", {error.what()});
    }
  };
  const Outcome<int> outcome = run();
  if (outcome && output_is_lost())
    return report({kBadInput, "write-failed", "cannot write to standard output"}, argv[0], false);
  return outcome ? *outcome : report(outcome.error(), argv[0], json);
}

CommandBody without_words(CommandBody body) {
  return [body = std::move(body)](const cxxopts::ParseResult& parsed) -> Outcome<int> {
    if (!parsed.unmatched().empty())
      return usage_error("'" + parsed.unmatched()[0] + "' is no option");
    return body(parsed);
  };
}

Outcome<void> refuse_idle(const cxxopts::ParseResult& parsed,
                          const std::vector<std::string>& options, const std::string& where) {
  for (const std::string& option : options)
    if (parsed.count(option) != 0) return usage_error("--" + option + " does nothing " + where);
  return {};
}

std::string joined_arguments(const cxxopts::ParseResult& parsed) {
  return joined(parsed.unmatched());
}

PositionAndMoves position_and_moves(const cxxopts::ParseResult& parsed) {
  const std::vector<std::string>& words = parsed.unmatched();
  const auto is_move = [](const std::string& word) {
    return word == "pass" || (word.find('.') != std::string::npos &&
                              word.find('/') == std::string::npos && !word.ends_with(';'));
  };
  const bool quoted = !words.empty() && words[0].find(' ') != std::string::npos;
  auto first = quoted ? words.begin() + 1 : words.end();
  while (first != words.begin() && is_move(first[-1])) --first;
  return {joined({words.begin(), first}), {first, words.end()}};
}

Library library_of(const cxxopts::ParseResult& parsed) {
  std::string folders;
  if (parsed.count("data") != 0)
    for (const std::string& folder : parsed["data"].as<std::vector<std::string>>())
      folders += folder + ";";
  return Library::from_paths(folders);
}

Outcome<const TileSet*> letters_of(const cxxopts::ParseResult& parsed) {
  const auto letters =
      TileSet::find(parsed.count("letters") != 0 ? parsed["letters"].as<std::string>() : kEnglish);
  if (!letters) return input_error("load-failed", letters.error());
  return *letters;
}

Outcome<Tables> load_tables(const cxxopts::ParseResult& parsed, const std::string& lexicon,
                            const TileSet* letters) {
  if (!letters) {
    const auto found = letters_of(parsed);
    if (!found) return tl::unexpected(found.error());
    letters = *found;
  }
  const auto text_of = [&](const char* option, const std::string& otherwise) {
    return parsed.count(option) != 0 ? parsed[option].as<std::string>() : otherwise;
  };
  const Library library = library_of(parsed);
  const std::string code =
      text_of("lexicon", lexicon.empty() ? std::string(kDefaultLexicon) : lexicon);
  const auto words = library.lexicon(code, *letters);
  if (!words) return input_error("load-failed", words.error());
  const std::string leaves_name = text_of("leaves", library.own_leaves(code));
  const auto leaves = library.leaves(leaves_name, *letters);
  if (!leaves) return input_error("load-failed", leaves.error());
  return Tables{*words, *leaves, leaves_name.empty() ? "none" : leaves_name};
}

Outcome<LoadedNetwork> load_network_if_any(const cxxopts::ParseResult& parsed,
                                           const std::string& option, const Lexicon& lexicon) {
  const std::string name =
      parsed.count(option) != 0
          ? parsed[option].as<std::string>()
          : nnue::own_network(library_of(parsed), lexicon.code(), lexicon.tiles());
  if (name.empty() && parsed.count(option) == 0) return nullptr;
  const auto network = nnue::find_network(library_of(parsed), name, lexicon.tiles());
  if (!network) return input_error("load-failed", network.error());
  return *network;
}

Outcome<LoadedNetwork> load_network(const cxxopts::ParseResult& parsed, const std::string& option,
                                    const Lexicon& lexicon) {
  auto network = load_network_if_any(parsed, option, lexicon);
  if (network && !*network)
    return input_error("load-failed", {"no network goes with the lexicon " + lexicon.code()});
  return network;
}

Outcome<LoadedPosition> load_position(const cxxopts::ParseResult& parsed, const std::string& text) {
  const auto letters = letters_of(parsed);
  if (!letters) return tl::unexpected(letters.error());
  if (text.empty()) return usage_error("expected a position in CGP");
  auto cgp = parse_cgp(text, {.tiles = *letters, .rules = {}});
  if (!cgp) return input_error("bad-position", cgp.error());
  if (const auto played = check_variant(*cgp); !played)
    return input_error("bad-position", played.error());
  if (cgp->ignore_opponent_rack) cgp->position.set_rack(1 - cgp->position.on_turn(), {});
  auto tables = load_tables(parsed, cgp->lexicon, &cgp->position.tiles());
  if (!tables) return tl::unexpected(tables.error());
  if (parsed.count("lexicon") != 0) cgp->lexicon = tables->lexicon->code();
  return LoadedPosition{std::move(*cgp), std::move(*tables)};
}

Outcome<LoadedPosition> load_position(const cxxopts::ParseResult& parsed) {
  return load_position(parsed, joined_arguments(parsed));
}

Outcome<LoadedPosition> load_turn(const cxxopts::ParseResult& parsed, const std::string& text) {
  auto loaded = load_position(parsed, text);
  if (loaded && is_over(loaded->cgp.position))
    return input_error("bad-position", {"the game is over"});
  if (loaded && loaded->cgp.position.rack().empty())
    return input_error("bad-position", {"the side on turn has no tiles"});
  return loaded;
}

Outcome<void> check_output(const std::string& path) {
  const auto writable = check_writable(path);
  if (!writable) return input_error("write-failed", writable.error());
  return {};
}

Outcome<int> write_table(const std::string& path, const std::string& bytes) {
  const auto written =
      write_file(path, path.ends_with(".zst") ? compress(bytes, kShippedLevel) : bytes);
  if (!written) return input_error("write-failed", written.error());
  return kDone;
}

void print(const nlohmann::ordered_json& json) { std::printf("%s\n", json_text(json).c_str()); }

nlohmann::ordered_json player_row(const std::string& name, const PlayerTally& player) {
  return {{"name", name},
          {"wins", player.wins},
          {"losses", player.losses},
          {"ties", player.ties},
          {"score_mean", player.score.mean()},
          {"score_sd", player.score.sd()},
          {"spread_mean", player.spread.mean()},
          {"spread_sd", player.spread.sd()},
          {"bingos_mean", player.bingos.mean()},
          {"turns_mean", player.turns.mean()}};
}

double in_points(Equity equity) { return equity / static_cast<double>(kPoint); }

std::string figure(double value, int digits) {
  return std::isnan(value) ? "-" : number(value, digits);
}

std::string padded(const std::string& text, int width) {
  return text + std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ');
}

}  // namespace zymurgy
