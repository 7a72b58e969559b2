// Cross-sets already worked out, of squares with tiles before and after them, which the lexicon has
// no table for: most that a play makes are made by other plays of the position, too, or of the last
// ones. One for each thread, of one lexicon.
//
// Runs are told apart by 64 bits of hash, as lanes are (Lane::key).
#pragma once

#include <cstdint>
#include <vector>

#include "game/random.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

class CrossSetMemo {
 public:
  // Lexicon::between.
  LetterSet between(const Lexicon& lexicon, const Letter* before, int before_length,
                    const Letter* after, int after_length) {
    if (before_length == 0 || after_length == 0 || before_length + after_length == 2)
      return lexicon.between(before, before_length, after, after_length);
    const std::uint64_t key = hash(hash(1, before, before_length), after, after_length);
    Entry& entry = entries_[key % kEntries];
    if (entry.key != key)
      entry = {key, lexicon.between(before, before_length, after, after_length)};
    return entry.letters;
  }

 private:
  static constexpr std::size_t kEntries = 16384;
  struct Entry {
    std::uint64_t key = 0;
    LetterSet letters = 0;
  };

  static std::uint64_t hash(std::uint64_t start, const Letter* letters, int length) {
    for (int i = 0; i < length; ++i) start = start * 0x9e3779b97f4a7c15U + letters[i];
    return mix64(start);
  }

  std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

}  // namespace zymurgy
