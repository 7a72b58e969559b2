#include "lexicon/word_table.h"

#include <algorithm>

#include "game/layout.h"
#include "game/random.h"
#include "game/result.h"

namespace zymurgy {
namespace {

struct KeyedWord {
  MultisetKey key;
  std::uint32_t offset;
  std::uint8_t length;
};

// The first free slot from i on.
std::size_t free_slot(const HugeVector<std::uint64_t>& table, std::size_t i) {
  while (table[i] != 0) ++i;
  ZYMURGY_CHECK(i + 1 < table.size());
  return i;
}

}  // namespace

MultisetKey WordTable::key(const TileCounts& tiles) const {
  MultisetKey key = 0;
  tiles.for_each_tile([&](Letter letter) { key += keys_[letter]; });
  return key;
}

WordTable::WordTable(const WordGraph& graph, int letters) {
  Random random(0x7a796d75726779);  // any seed will do: the tables' order shows nowhere
  for (int l = 1; l <= letters; ++l) keys_[l] = random();

  std::vector<Letter> text;
  std::vector<KeyedWord> words;
  graph.for_each_word([&](const Letter* word, int length) {
    if (length < 2 || length > kBoardDim) return;
    words.push_back({key_of(word, length), static_cast<std::uint32_t>(text.size()), static_cast<std::uint8_t>(length)});
    text.insert(text.end(), word, word + length);
  });
  words_ = static_cast<int>(words.size());
  // Words of the same letters come to stand together.
  std::sort(words.begin(), words.end(), [](const KeyedWord& a, const KeyedWord& b) {
    return a.key != b.key ? a.key < b.key : a.offset < b.offset;
  });

  std::size_t multisets = 0, removals = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && words[i].key == words[i - 1].key) continue;
    ++multisets;
    removals += words[i].length;
  }
  filter_.assign((std::size_t{1} << kFilterBits) / 64, 0);
  groups_.assign(multisets * 2 + kRunOff, 0);
  completions_.assign(removals + kRunOff, 0);  // about two thirds of the removals are distinct
  letters_.reserve(text.size() + 2 * multisets + 1);
  letters_.push_back(0);  // so that no offset is 0

  for (std::size_t i = 0; i < words.size();) {
    const KeyedWord first = words[i];
    std::size_t end = i;
    while (end < words.size() && words[end].key == first.key) ++end;
    ZYMURGY_CHECK(end - i < 256);

    const std::uint64_t bit = first.key >> (64 - kFilterBits);
    filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    groups_[free_slot(groups_, place(first.key, groups_.size()))] =
        std::uint64_t{letters_.size()} << 32 | static_cast<std::uint32_t>(first.key);
    letters_.push_back(static_cast<Letter>(end - i));
    letters_.push_back(first.length);
    for (; i < end; ++i) {
      const auto word = text.begin() + words[i].offset;
      letters_.insert(letters_.end(), word, word + words[i].length);
    }

    LetterSet removed = 0;
    for (std::uint32_t j = 0; j < first.length; ++j) {
      const Letter letter = text[first.offset + j];
      if (contains(removed, letter)) continue;
      removed |= set_of(letter);
      const MultisetKey rest = first.key - keys_[letter];
      std::size_t at = place(rest, completions_.size());
      while (completions_[at] != 0 && (completions_[at] & kTagMask) != tag(rest)) ++at;
      ZYMURGY_CHECK(at + 1 < completions_.size());
      completions_[at] |= tag(rest) | set_of(letter) >> 1;
    }
  }
}

}  // namespace zymurgy
