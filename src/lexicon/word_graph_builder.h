// Builds word graphs from words: a minimal DAWG and, if wanted, a GADDAG that shares its nodes.
//
// Words added in order keep the graph minimal (J. Daciuk et al., "Incremental construction of
// minimal acyclic finite-state automata", 2000): about a second for a quarter of a million words.
#pragma once

#include <vector>

#include "lexicon/word_graph.h"

namespace zymurgy {

// Words of letters 1.. (leaves: 0..), in any order, duplicates allowed. An error if the graph has
// more nodes than the format can number.
Result<WordGraph> build_word_graph(std::vector<std::vector<Letter>> words, bool with_gaddag);

}  // namespace zymurgy
