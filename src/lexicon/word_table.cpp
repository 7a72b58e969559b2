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

WordTable::WordTable(const WordGraph& graph, int letters) {
  Random random(0x7a796d75726779);  // any seed will do: the tables' order shows nowhere
  for (int l = 1; l <= letters; ++l) keys_[l] = random();

  std::vector<Letter> text;
  std::vector<KeyedWord> words;
  graph.for_each_word([&](const Letter* word, int length) {
    if (length < 2 || length > kBoardDim) return;
    words.push_back({key_of(word, length), static_cast<std::uint32_t>(text.size()),
                     static_cast<std::uint8_t>(length)});
    text.insert(text.end(), word, word + length);
  });
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
  letters_.reserve(text.size() + 2 * multisets + 1);
  letters_.push_back(0);  // so that no offset is 0

  for (std::size_t i = 0; i < words.size();) {
    const KeyedWord first = words[i];
    std::size_t end = i;
    while (end < words.size() && words[end].key == first.key) ++end;
    const auto count = static_cast<int>(end - i);
    if (count >= kMany)
      letters_.insert(letters_.end(), reinterpret_cast<const Letter*>(&count),
                      reinterpret_cast<const Letter*>(&count) + sizeof count);

    const std::uint64_t bit = first.key >> (64 - kFilterBits);
    filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    groups_[free_slot(groups_, place(first.key, groups_.size()))] =
        std::uint64_t{letters_.size()} << 32 | static_cast<std::uint32_t>(first.key);
    letters_.push_back(static_cast<Letter>(std::min<int>(count, kMany)));
    letters_.push_back(first.length);
    for (; i < end; ++i) {
      const auto word = text.begin() + words[i].offset;
      letters_.insert(letters_.end(), word, word + words[i].length);
    }
  }

  // One slot a removal: in natural lexica a third of them repeat, so there is room. Where fewer do,
  // a run of taken slots can reach the end.
  const auto fill_completions = [&](std::size_t slots) {
    completions_.assign(slots + kRunOff, 0);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0 && words[i].key == words[i - 1].key) continue;
      LetterSet removed = 0;
      for (std::uint32_t j = 0; j < words[i].length; ++j) {
        const Letter letter = text[words[i].offset + j];
        if (contains(removed, letter)) continue;
        removed |= set_of(letter);
        const MultisetKey rest = words[i].key - keys_[letter];
        std::size_t at = place(rest, completions_.size());
        while (completions_[at] != 0 && (completions_[at] & kTagMask) != tag(rest)) ++at;
        if (at + 1 >= completions_.size()) return false;
        completions_[at] |= tag(rest) | set_of(letter) >> 1;
      }
    }
    return true;
  };
  for (std::size_t slots = removals; !fill_completions(slots);) slots += slots / 4 + 1;
}

}  // namespace zymurgy
