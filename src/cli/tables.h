// The tables that a command's options name, and its position.
#pragma once

#include <cxxopts.hpp>
#include <memory>
#include <string>

#include "cli/outcome.h"
#include "evaluate/win_table.h"
#include "lexicon/library.h"
#include "nnue/network.h"
#include "protocol/cgp.h"

namespace zymurgy {

// --data, --lexicon, --letters, --leaves.
void add_table_options(cxxopts::Options& options);
// --net, for a command that uses the lexicon's network if none is named.
void add_net_option(cxxopts::Options& options);
void add_lexicon_options(cxxopts::Options& options);  // without --leaves
void add_letters_option(cxxopts::Options& options,
                        const char* help = "Tile set by name (english, french, ...)");

Library library_of(const cxxopts::ParseResult& parsed);

// A lexicon and its leaves.
struct Tables {
  std::string lexicon_name;  // a code or file; its other tables may lie beside that file
  std::shared_ptr<const Lexicon> lexicon;
  std::shared_ptr<const LeaveTable> leaves;
  std::string leaves_name;  // "none" if every leave is 0
};
// The tables that the options name. `letters`, if given, replaces --letters; `lexicon`, if given,
// is the default of --lexicon.
Outcome<Tables> load_tables(const cxxopts::ParseResult& parsed, const std::string& lexicon = "",
                            const TileSet* letters = nullptr);
// The network that the option names, by a code (OEL1) or file; without it the lexicon's own. Where
// there is none, load_network fails and load_network_if_any returns nullptr.
using LoadedNetwork = std::shared_ptr<const nnue::Network>;
Outcome<LoadedNetwork> load_network(const cxxopts::ParseResult& parsed, const std::string& option,
                                    const Tables& tables);
Outcome<LoadedNetwork> load_network_if_any(const cxxopts::ParseResult& parsed,
                                           const std::string& option, const Tables& tables);
// The network that goes with the lexicon, as nnue::own_network names it.
std::string own_network(const cxxopts::ParseResult& parsed, const Tables& tables);
// The tile set of --letters, or this build's English one.
Outcome<const TileSet*> letters_of(const cxxopts::ParseResult& parsed);

// The win table of a lexicon.
Outcome<WinTable> load_wins(const cxxopts::ParseResult& parsed, const Tables& tables);

// A position in CGP, with the lexicon that it or --lexicon names.
struct LoadedPosition {
  CgpPosition cgp;
  Tables tables;
};
Outcome<LoadedPosition> load_position(const cxxopts::ParseResult& parsed, const std::string& text);
// The position in the command's words, which must be of an unfinished game.
Outcome<LoadedPosition> load_unfinished(const cxxopts::ParseResult& parsed);
// The position in `text`, which must be of an unfinished game with a rack on turn. If only a part
// of that rack is known, a message on stderr says so.
Outcome<LoadedPosition> load_turn(const cxxopts::ParseResult& parsed, const std::string& text);

}  // namespace zymurgy
