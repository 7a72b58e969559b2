// Lexica of words that nobody speaks, for tests of what does not depend on the words.
#pragma once

#include "lexicon/lexicon.h"

namespace zymurgy {

// About two thousand words of 2 to 8 tiles, vowels and consonants in turn, the same at every call.
// The lexicon is made once for each tile set and lives as long as the program.
const Lexicon& made_up_lexicon(std::string_view tile_set = "english");
// The same of blanks and the letters A to P, which have 70,000 leaves and not 900,000.
const Lexicon& few_letters_lexicon();

}  // namespace zymurgy
