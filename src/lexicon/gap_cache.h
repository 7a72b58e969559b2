// A cache of the letters that fit gaps, by gap key: the same gaps are looked up turn after turn.
// Use one per thread and lexicon.
#pragma once

#include <cstdint>
#include <vector>

#include "game/letters.h"

namespace zymurgy {

class GapCache {
 public:
  // The cached letters of the gap, or else the result of find(), which is cached.
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
