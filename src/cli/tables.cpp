#include "cli/tables.h"

#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/options.h"
#include "game/supply.h"
#include "game/text.h"
#include "protocol/notation.h"

namespace zymurgy {
namespace {

Outcome<LoadedPosition> unfinished(Outcome<LoadedPosition> loaded) {
  if (loaded && is_over(loaded->cgp.position))
    return input_error("bad-position", {"the game is over"});
  return loaded;
}

// Why a text is not a position and what to give instead, if it is recognisable as something else;
// or "".
std::string non_position_error(std::string_view text, const TileSet& tiles) {
  const std::string which = "expected a position in CGP, but " + in_quotes(text);
  if (std::error_code ignored; std::filesystem::is_regular_file(text, ignored)) {
    const std::string file(text);
    return which + " is a file: give " +
           (file.ends_with(".gcg")
                ? "\"$(zymurgy gcg cgp " + file + " N)\", the position before its turn N"
                : "\"$(cat " + file + ")\" for what it holds");
  }
  if (text.starts_with("rack.")) text.remove_prefix(5);
  if (const auto rack = parse_rack(text, tiles); rack && !rack->empty())
    return which + " is only a rack: on an empty board give '" + empty_board() + ' ' +
           tiles.rack_text(*rack) + "/ 0/0 0'";
  return "";
}

}  // namespace

void add_letters_option(cxxopts::Options& options, const char* help) {
  options.add_options("Tables")("letters", help, cxxopts::value<std::string>(), "NAME");
}

void add_lexicon_options(cxxopts::Options& options) {
  options.add_options("Tables")("data", "Folder of lexica, leaves and networks (repeatable)",
                                cxxopts::value<std::vector<std::string>>(), "DIR");
  options.add_options("Tables")("lexicon", "Lexicon by code, or a .kwg file",
                                cxxopts::value<std::string>(), "CODE");
  add_letters_option(options);
}

void add_table_options(cxxopts::Options& options) {
  add_lexicon_options(options);
  options.add_options("Tables")("leaves",
                                "Leaves by code, or a .klv2 file; \"\": every leave is worth 0 "
                                "(default: the lexicon's, or OEL1's for the tile set english)",
                                cxxopts::value<std::string>(), "CODE");
}

void add_net_option(cxxopts::Options& options) {
  options.add_options("Tables")("net", "Network by code, or a file (default: the lexicon's)",
                                cxxopts::value<std::string>(), "CODE");
}

Library library_of(const cxxopts::ParseResult& parsed) {
  std::string folders;
  if (given(parsed, "data"))
    for (const std::string& folder : parsed["data"].as<std::vector<std::string>>()) {
      if (folder.empty()) throw BadOption("--data needs a folder");
      folders += folder + ";";
    }
  auto library = Library::from_paths(folders);
  if (!library) throw BadOption(library.error().message);
  return std::move(*library);
}

Outcome<const TileSet*> letters_of(const cxxopts::ParseResult& parsed) {
  const auto letters = TileSet::find(text_of(parsed, "letters", std::string(kDefaultTiles)));
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
  const Library library = library_of(parsed);
  const std::string code =
      text_of(parsed, "lexicon", lexicon.empty() ? std::string(kDefaultLexicon) : lexicon);
  const auto words = library.lexicon(code, *letters);
  if (!words) {
    std::string instead;
    if (!given(parsed, "lexicon") && !lexicon.empty()) {
      instead = "; --lexicon names another";
      if (letters->name() == kDefaultTiles) instead += ", say " + std::string(kDefaultLexicon);
    }
    return input_error("load-failed", {words.error().message + instead});
  }
  const std::string leaves_name = text_of(parsed, "leaves", library.own_leaves(code, *letters));
  const auto leaves = library.leaves(leaves_name, *letters);
  if (!leaves) return input_error("load-failed", leaves.error());
  return Tables{code, *words, *leaves, leaves_display_name(leaves_name)};
}

std::string own_network(const cxxopts::ParseResult& parsed, const Tables& tables) {
  return nnue::own_network(library_of(parsed), tables.lexicon_name, tables.lexicon->tiles());
}

Outcome<LoadedNetwork> load_network_if_any(const cxxopts::ParseResult& parsed,
                                           const std::string& option, const Tables& tables) {
  const std::string name = text_of(parsed, option, own_network(parsed, tables));
  if (name.empty() && !given(parsed, option)) return nullptr;
  const auto network = nnue::find_network(library_of(parsed), name, &tables.lexicon->tiles());
  if (!network) return input_error("load-failed", network.error());
  return *network;
}

Outcome<LoadedNetwork> load_network(const cxxopts::ParseResult& parsed, const std::string& option,
                                    const Tables& tables) {
  auto network = load_network_if_any(parsed, option, tables);
  if (network && !*network)
    return input_error("load-failed",
                       {"no network goes with the lexicon " + tables.lexicon->code()});
  return network;
}

Outcome<WinTable> load_wins(const cxxopts::ParseResult& parsed, const Tables& tables) {
  auto wins = win_table_of(library_of(parsed), tables.lexicon_name);
  if (!wins) return input_error("load-failed", wins.error());
  return std::move(*wins);
}

Outcome<LoadedPosition> load_position(const cxxopts::ParseResult& parsed, const std::string& text) {
  const auto letters = letters_of(parsed);
  if (!letters) return tl::unexpected(letters.error());
  if (text.empty()) return usage_error("expected a position in CGP");
  auto cgp = parse_cgp(text, {.tiles = *letters, .rules = {}});
  if (!cgp) {
    const std::string what = non_position_error(text, **letters);
    return input_error("bad-position", what.empty() ? cgp.error() : Error{what});
  }
  if (const auto played = check_variant(*cgp); !played)
    return input_error("bad-position", played.error());
  if (cgp->ignore_opponent_rack) cgp->position.set_rack(1 - cgp->position.on_turn(), {});
  auto tables = load_tables(parsed, cgp->lexicon, &cgp->position.tiles());
  if (!tables) return tl::unexpected(tables.error());
  if (given(parsed, "lexicon")) cgp->lexicon = tables->lexicon->code();
  return LoadedPosition{std::move(*cgp), std::move(*tables)};
}

Outcome<LoadedPosition> load_unfinished(const cxxopts::ParseResult& parsed) {
  return unfinished(load_position(parsed, joined_arguments(parsed)));
}

Outcome<LoadedPosition> load_turn(const cxxopts::ParseResult& parsed, const std::string& text) {
  auto loaded = unfinished(load_position(parsed, text));
  if (!loaded) return loaded;
  const Position& position = loaded->cgp.position;
  if (position.rack().empty())
    return input_error("bad-position", {"the player on turn has no tiles"});
  if (rack_partly_known(position))
    std::fprintf(stderr, "the rack on turn is taken to be %s\n",
                 position.tiles().rack_text(position.rack()).c_str());
  return loaded;
}

}  // namespace zymurgy
