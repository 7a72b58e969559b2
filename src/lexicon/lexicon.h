// A lexicon ready for play: the word graph, the tables made from it, and its tile set.
#pragma once

#include <array>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "game/result.h"
#include "game/tile_set.h"
#include "lexicon/extensions.h"
#include "lexicon/gap_cache.h"
#include "lexicon/gap_filter.h"
#include "lexicon/word_graph.h"
#include "lexicon/word_hooks.h"
#include "lexicon/word_table.h"

namespace zymurgy {

class Lexicon {
 public:
  // `code` is the lexicon's name in games and positions (OEL1, TWL06). The tile set must outlive
  // the lexicon.
  Lexicon(std::string code, const TileSet& tiles, WordGraph graph);

  const std::string& code() const { return code_; }
  const TileSet& tiles() const { return *tiles_; }
  const WordGraph& graph() const { return graph_; }
  const WordTable& words() const { return tables_.words; }
  const Extensions& extensions() const { return tables_.extensions; }
  // Identifies the words, whatever the code. Computed by the first call, which takes 20 ms.
  const std::string& hash_of_words() const;

  // The letters that extend a run of letters to a word, in front of it and at its back.
  WordHooks hooks(LetterRun run) const { return hooks(run, hooks_key(run)); }
  // The letters that form a word in a gap; one of the gap's two runs may be empty.
  LetterSet between(const Gap& gap) const;

  // The same in two steps: a key, then the answer. In between, `where_...` gives the address that
  // the answer reads first, for the caller to prefetch. (Compilers drop calls of functions that
  // only prefetch.)
  std::uint64_t hooks_key(LetterRun run) const {
    return run.size() < 3 ? 0 : tables_.hooks.key_of(run);
  }
  const void* where_hooks_are(LetterRun run, std::uint64_t key) const {
    if (run.size() == 1) return &second_of_two_[run[0]];
    if (run.size() == 2) return &third_of_three_[run[0]][run[1]];
    return tables_.hooks.place(key);
  }
  WordHooks hooks(LetterRun run, std::uint64_t key) const;
  // The gap must have letters on both sides. `memory`, if given, caches the answer.
  const void* gap_address(const Gap& gap, std::uint64_t key) const {
    if (gap.letters() == 2) return &second_of_three_[gap.before[0]][gap.after[0]];
    return tables_.gaps.place(key);
  }
  LetterSet in_gap(const Gap& gap, std::uint64_t key, GapCache* memory = nullptr) const;

 private:
  // The tables that take a while to build. The words take half of the time, on their own thread.
  struct Tables {
    Tables(const WordGraph& graph, int letters);
    Tables(std::future<WordTable> words_to_come, const WordGraph& graph, int letters);

    Extensions extensions;
    WordHookTable hooks;
    GapFilter gaps;
    WordTable words;
  };

  // `between` for gaps that no table covers.
  LetterSet search_between(const Gap& gap) const;

  struct WordsHash {
    std::once_flag made;
    std::string text;
  };

  std::string code_;
  const TileSet* tiles_;
  WordGraph graph_;
  Tables tables_;
  // The missing letters of two-letter words, by the other letter, and of three-letter words, by the
  // other two: most cross-sets.
  using ByLetter = std::array<LetterSet, kLetterCodes>;
  ByLetter first_of_two_{}, second_of_two_{};
  std::array<ByLetter, kLetterCodes> first_of_three_{}, second_of_three_{}, third_of_three_{};
  std::unique_ptr<WordsHash> hash_ = std::make_unique<WordsHash>();
};

// What a file of games says about its lexicon.
struct LexiconName {
  std::string code, tiles;
  std::string words;  // Lexicon::hash_of_words; empty in older files
};
// An error unless the file's games are of this lexicon, with the same words and tiles.
Result<void> check_lexicon(const std::string& file, const LexiconName& name,
                           const Lexicon& lexicon);

}  // namespace zymurgy
