#include "lexicon/word_table.h"

#include <algorithm>
#include <vector>

#include "game/layout.h"
#include "game/random.h"

namespace zymurgy {

struct WordTable::KeyedWords {
  struct Word {
    MultisetKey key;
    std::uint32_t offset;
    std::uint8_t length;
  };
  const Letter* letters_of(const Word& word) const { return text.data() + word.offset; }
  std::size_t multisets() const { return groups.size() - 1; }

  std::vector<Letter> text;
  std::vector<Word> words;            // anagrams of each other are adjacent
  std::vector<std::uint32_t> groups;  // the first word of each multiset, and the end
  std::size_t removals = 0;           // of one letter from a multiset, in all
};

WordTable::KeyedWords WordTable::keyed(const WordGraph& graph) const {
  KeyedWords keyed;
  auto& words = keyed.words;
  graph.for_each_word([&](const Letter* word, int length) {
    if (length < 2 || length > kBoardDim) return;
    words.push_back({key_of({word, static_cast<std::size_t>(length)}),
                     static_cast<std::uint32_t>(keyed.text.size()),
                     static_cast<std::uint8_t>(length)});
    keyed.text.insert(keyed.text.end(), word, word + length);
  });
  std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
    return a.key != b.key ? a.key < b.key : a.offset < b.offset;
  });
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && words[i].key == words[i - 1].key) continue;
    keyed.groups.push_back(static_cast<std::uint32_t>(i));
    keyed.removals += words[i].length;
  }
  keyed.groups.push_back(static_cast<std::uint32_t>(words.size()));
  return keyed;
}

WordTable::WordTable(const WordGraph& graph, int letters) {
  Random random(0x7a796d75726779);  // any seed will do: no result depends on the tables' order
  // One slot for each letter removed from a multiset: in natural lexica a third of the results
  // repeat, so there is room. Each retry has more slots, for lexica in which fewer repeat.
  for (std::size_t quarters = 4;; ++quarters) {
    for (int l = 1; l <= letters; ++l) keys_[l] = random();
    const KeyedWords words = keyed(graph);
    if (fill_groups(words) && fill_completions(words, words.removals * quarters / 4)) return;
  }
}

bool WordTable::fill_groups(const KeyedWords& words) {
  filter_.assign((std::size_t{1} << kFilterBits) / 64, 0);
  groups_.assign(words.multisets() * 2 + kRunOff, 0);
  letters_.clear();
  letters_.reserve(words.text.size() + 2 * words.multisets() + 1);
  letters_.push_back(0);  // so that no offset is 0

  for (std::size_t g = 0; g < words.multisets(); ++g) {
    const KeyedWords::Word& first = words.words[words.groups[g]];
    const auto count = static_cast<int>(words.groups[g + 1] - words.groups[g]);
    if (count >= kMany)
      letters_.insert(letters_.end(), reinterpret_cast<const Letter*>(&count),
                      reinterpret_cast<const Letter*>(&count) + sizeof count);

    const std::uint64_t bit = filter_bit(first.key);
    filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    std::size_t at = place(first.key, groups_.size());
    while (groups_[at] != 0) ++at;
    if (at + 1 == groups_.size()) return false;
    groups_[at] = std::uint64_t{letters_.size()} << 32 | static_cast<std::uint32_t>(first.key);
    letters_.push_back(static_cast<Letter>(std::min<int>(count, kMany)));
    letters_.push_back(first.length);
    for (const auto* word = &first; word != &first + count; ++word) {
      const Letter *begin = words.letters_of(*word), *end = begin + word->length;
      if (!std::is_permutation(begin, end, words.letters_of(first),
                               words.letters_of(first) + first.length))
        return false;
      letters_.insert(letters_.end(), begin, end);
    }
  }
  return true;
}

bool WordTable::fill_completions(const KeyedWords& words, std::size_t slots) {
  completions_.assign(slots + kRunOff, 0);
  for (std::size_t g = 0; g < words.multisets(); ++g) {
    const KeyedWords::Word& word = words.words[words.groups[g]];
    LetterSet removed = 0;
    for (int i = 0; i < word.length; ++i) {
      const Letter letter = words.letters_of(word)[i];
      if (contains(removed, letter)) continue;
      removed |= set_of(letter);
      const MultisetKey rest = word.key - keys_[letter];
      std::size_t at = place(rest, completions_.size());
      while (completions_[at] != 0 && (completions_[at] & kTagMask) != tag(rest)) ++at;
      if (at + 1 == completions_.size()) return false;
      completions_[at] |= tag(rest) | set_of(letter) >> 1;
    }
  }
  return true;
}

}  // namespace zymurgy
