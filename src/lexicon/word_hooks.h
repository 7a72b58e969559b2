// The hooks of words: the letters that form a longer word in front of a word, or at its back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/huge_pages.h"
#include "lexicon/hash_slots.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

struct WordHooks {
  LetterSet front = 0, back = 0;
};

// A hash table, because a move's evaluation has time for only one memory read per word.
class WordHookTable {
 public:
  // Covers the words of 3 to kBoardDim letters.
  explicit WordHookTable(const WordGraph& graph);

  // False, and no hooks, if the word is not in the table. (A non-word is taken for a word with
  // probability 2^-26; two words are never confused.)
  bool find(std::uint64_t key, WordHooks& hooks) const {
    const Entry& entry = entries_[slot(key)];
    if (entry.front == 0) return false;
    hooks = {entry.front & kLetters, entry.back & kLetters};
    return true;
  }
  // The address that `find` reads first, to prefetch.
  const void* place(std::uint64_t key) const { return &entries_[index(key)]; }

  // The hash key of a word.
  std::uint64_t key_of(LetterRun word) const {
    std::uint64_t key = 0;
    for (const Letter letter : word) key = (key + letter) * factor_;
    return key;
  }

 private:
  // Letters 1 to 50 in each set; the bits above them are a tag of the key, and bit 0 of `front`
  // marks an entry in use.
  struct Entry {
    std::uint64_t front = 0, back = 0;
  };
  static constexpr std::uint64_t kLetters = (std::uint64_t{1} << kLetterCodes) - 2;
  static constexpr std::uint64_t kTag = ~((std::uint64_t{1} << kLetterCodes) - 1);

  // The tag: the key's bits next below those that give the slot.
  static Entry tagged(std::uint64_t key) { return {(key << 26 & kTag) | 1, key << 39 & kTag}; }
  static bool same(const Entry& entry, const Entry& tags) {
    return ((entry.front ^ tags.front) & kTag) == 0 && ((entry.back ^ tags.back) & kTag) == 0;
  }
  // Where the search for a key begins.
  std::size_t index(std::uint64_t key) const { return slot_of(key, slots_); }
  // The slot of the key's entry, or the empty slot where the search for it ends.
  std::size_t slot(std::uint64_t key) const {
    const Entry tags = tagged(key);
    std::size_t i = index(key);
    while (entries_[i].front != 0 && !same(entries_[i], tags)) ++i;
    return i;
  }
  // Enters words; false if two of them cannot be told apart, or one has no room.
  bool enter(const std::vector<std::uint64_t>& keys);
  // Calls f(i, entry) for the entry of each key, or for the empty entry where it would be.
  template <typename F>
  void for_each_entry(const std::vector<std::uint64_t>& keys, F&& f);

  std::uint64_t factor_ = 0;
  std::size_t slots_ = 0;  // without the run-off
  HugeVector<Entry> entries_;
};

}  // namespace zymurgy
