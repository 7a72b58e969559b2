// The words of a lexicon by their letters: which words a multiset of letters spells, and which
// single letters would complete a multiset to a word.
//
// A multiset's key is the sum of its letters' random 64-bit keys, so that adding a letter is one
// addition; two multisets of one length share a key with probability 2^-64. Both tables are probed
// a hundred times for each rack, so they store tags of keys: `spelled_by` compares the whole key of
// the words it finds; `completions` does not and may return too many letters, never too few.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "game/huge_pages.h"
#include "game/letters.h"
#include "game/tile_counts.h"
#include "lexicon/hash_slots.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

using MultisetKey = std::uint64_t;

class WordTable {
 public:
  // Words of 2 to kBoardDim letters of the graph, over the tile set's `letters` letters.
  WordTable(const WordGraph& graph, int letters);

  MultisetKey key(Letter letter) const { return keys_[letter]; }
  MultisetKey key_of(LetterRun letters) const {
    MultisetKey key = 0;
    for (const Letter letter : letters) key += keys_[letter];
    return key;
  }

  // The `count` words of `length` letters that the multiset spells, one after the other.
  struct Group {
    const Letter* letters = nullptr;
    int count = 0;
  };
  Group spelled_by(MultisetKey key, int length) const {
    for (std::size_t i = place(key, groups_.size());; ++i) {
      const std::uint64_t entry = groups_[i];
      if (entry == 0) return {};
      if (static_cast<std::uint32_t>(entry) == static_cast<std::uint32_t>(key)) {
        const Letter* group = &letters_[entry >> 32];
        if (group[1] == length && key_of({group + 2, static_cast<std::size_t>(length)}) == key) {
          int count = group[0];
          if (count == kMany) [[unlikely]]
            std::memcpy(&count, group - sizeof count, sizeof count);
          return {group + 2, count};
        }
      }
    }
  }

  // False means that the multiset spells nothing; one in ten multisets that spell nothing is a
  // false positive. The filter's bits stay in the cache, so it pays where most answers are no.
  bool may_spell(MultisetKey key) const {
    const std::uint64_t bit = filter_bit(key);
    return ((filter_[bit / 64] >> (bit % 64)) & 1) != 0;
  }

  LetterSet completions(MultisetKey key) const {
    for (std::size_t i = place(key, completions_.size());; ++i) {
      const std::uint64_t entry = completions_[i];
      if (entry == 0) return 0;
      if ((entry & kTagMask) == tag(key)) return (entry & ~kTagMask) << 1;
    }
  }
  void prefetch_completions(MultisetKey key) const {
    __builtin_prefetch(&completions_[place(key, completions_.size())]);
  }
  void prefetch_words(MultisetKey key) const {
    __builtin_prefetch(&groups_[place(key, groups_.size())]);
  }
  // Prefetches the words themselves; the entry must have been fetched by prefetch_words.
  void prefetch_spelled(MultisetKey key) const {
    const std::uint64_t entry = groups_[place(key, groups_.size())];
    if (static_cast<std::uint32_t>(entry) == static_cast<std::uint32_t>(key))
      __builtin_prefetch(&letters_[entry >> 32]);
  }

 private:
  // A completion entry: letters 1..50 in the low 50 bits, a tag of the key above them.
  static constexpr std::uint64_t kTagMask = ~((std::uint64_t{1} << kMaxLetters) - 1);
  static constexpr std::uint64_t tag(MultisetKey key) { return key << kMaxLetters; }
  static std::uint64_t filter_bit(MultisetKey key) { return key >> (64 - kFilterBits); }
  // Where the search for a key begins, in a table of `slots` slots including the run-off.
  static std::size_t place(MultisetKey key, std::size_t slots) {
    return slot_of(key, slots - kRunOff);
  }

  // The words by their keys.
  struct KeyedWords;
  KeyedWords keyed(const WordGraph& graph) const;
  // Fill the tables; false if a multiset has no room or shares its key with another.
  bool fill_groups(const KeyedWords& words);
  bool fill_completions(const KeyedWords& words, std::size_t slots);

  static constexpr int kFilterBits = 21;  // 256 KB

  std::array<MultisetKey, kLetterCodes> keys_{};
  HugeVector<std::uint64_t> filter_;
  HugeVector<std::uint64_t> groups_;       // offset << 32 | low half of the key; 0 empty
  HugeVector<std::uint64_t> completions_;  // tag | letters; 0 empty
  // Groups: a count, a length, then the words. For kMany, the count is in the four bytes before.
  static constexpr Letter kMany = 255;
  HugeVector<Letter> letters_;
};

}  // namespace zymurgy
