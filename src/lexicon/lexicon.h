// A lexicon ready to play with: the word graph, the words by their letters, and its tile set.
#pragma once

#include <array>
#include <string>

#include "game/tile_set.h"
#include "lexicon/extensions.h"
#include "lexicon/word_graph.h"
#include "lexicon/word_table.h"

namespace zymurgy {

class Lexicon {
 public:
  // `code` is the name by which games and positions call it (OEL1, TWL06). The tile set must
  // outlive the lexicon.
  Lexicon(std::string code, const TileSet& tiles, WordGraph graph);

  const std::string& code() const { return code_; }
  const TileSet& tiles() const { return *tiles_; }
  const WordGraph& graph() const { return graph_; }
  const WordTable& words() const { return words_; }
  const Extensions& extensions() const { return extensions_; }

  // The letters that make a word between `before` and `after` (one of the two may be empty).
  LetterSet between(const Letter* before, int before_length, const Letter* after,
                    int after_length) const;

 private:
  std::string code_;
  const TileSet* tiles_;
  WordGraph graph_;
  WordTable words_;
  Extensions extensions_;
  // The second letters of the two-letter words that begin with a letter, and the first of those
  // that end with it: most cross-sets are one of these.
  std::array<LetterSet, kLetterCodes> second_{}, first_{};
};

}  // namespace zymurgy
