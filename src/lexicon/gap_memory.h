// What was found to fill gaps, by their keys: what is asked for once is asked for again, turn after
// turn. One for each thread, and for one lexicon.
#pragma once

#include <cstdint>
#include <vector>

#include "game/letters.h"

namespace zymurgy {

class GapMemory {
 public:
  // What `find` said of the gap, or says now.
  template <typename F>
  LetterSet recall(std::uint64_t key, F&& find) {
    Entry& entry = entries_[key >> (64 - kBits)];
    if (entry.key != key) entry = {key, find()};
    return entry.letters;
  }

 private:
  static constexpr int kBits = 12;
  struct Entry {
    std::uint64_t key = 0;
    LetterSet letters = 0;
  };
  std::vector<Entry> entries_{std::size_t{1} << kBits};
};

}  // namespace zymurgy
