// Lexica of made-up words, for tests that do not depend on the words.
#pragma once

#include "lexicon/lexicon.h"

namespace zymurgy {

// About two thousand words of 2 to 8 tiles, with alternating vowels and consonants, the same at
// every call. The lexicon is made once for each tile set and lives as long as the program.
const Lexicon& made_up_lexicon(std::string_view tile_set = "english");
// The same for a tile set of blanks and the letters A to P, with 70,000 leaves instead of 900,000.
const Lexicon& few_letters_lexicon();

}  // namespace zymurgy
