// Random words and damaged bytes, for tests.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "game/random.h"
#include "game/tile_set.h"

namespace zymurgy::test {

using Letters = std::vector<Letter>;

// Up to `count` different words over the first `kinds` letters, of `shortest` to `longest` letters.
inline std::set<Letters> random_words(Random& random, int count, int kinds, int shortest,
                                      int longest) {
  std::set<Letters> words;
  for (int i = 0; i < count; ++i) {
    Letters word(static_cast<std::size_t>(shortest) +
                 random.below(static_cast<std::uint32_t>(longest - shortest + 1)));
    for (Letter& letter : word)
      letter = static_cast<Letter>(1 + random.below(static_cast<std::uint32_t>(kinds)));
    words.insert(std::move(word));
  }
  return words;
}

// Calls f(bytes) for every truncation of a file and for `flips` copies with one to four bits
// turned.
template <typename F>
void for_each_damage(Random& random, const std::string& whole, int flips, F&& f) {
  for (std::size_t size = 0; size < whole.size(); ++size) f(whole.substr(0, size));
  for (int i = 0; i < flips; ++i) {
    std::string bytes = whole;
    for (std::uint32_t n = 1 + random.below(4); n > 0; --n) {
      const std::uint32_t bit = random.below(static_cast<std::uint32_t>(8 * bytes.size()));
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    }
    f(bytes);
  }
}

}  // namespace zymurgy::test
