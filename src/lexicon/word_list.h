// Plain word lists: one word a line, either case, text after the first white space ignored. A word
// that is not UTF-8 is read as Latin-1.
#pragma once

#include <string_view>
#include <vector>

#include "game/tile_set.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

struct WordList {
  std::vector<std::vector<Letter>> words;  // in the list's order, duplicates kept
  // Skipped lines: fewer than 2 or more than kMaxLength letters, or white space before the text.
  int too_short = 0, too_long = 0, indented = 0;
};

// An error names the line with a letter that the tile set lacks.
Result<WordList> read_word_list(std::string_view text, std::string_view name, const TileSet& tiles);

}  // namespace zymurgy
