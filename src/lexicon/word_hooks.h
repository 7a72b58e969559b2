// The hooks of words: the letters that make a longer word in front of one, or at its back.
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

// A hash table, since one read of memory is all the time that a move's evaluation has for a word.
class WordHookTable {
 public:
  // Of the words of 3 to kBoardDim letters.
  explicit WordHookTable(const WordGraph& graph);

  // False, and no hooks, for what is not in the table. (What is no word is taken for one with odds
  // of 2^-26; words are never confused.)
  bool find(std::uint64_t key, WordHooks& hooks) const {
    const Entry& entry = entries_[slot(key)];
    if (entry.front == 0) return false;
    hooks = {entry.front & kLetters, entry.back & kLetters};
    return true;
  }
  // What that reads, to be fetched ahead.
  const void* place(std::uint64_t key) const { return &entries_[index(key)]; }

  // What a word goes by.
  std::uint64_t key_of(LetterRun word) const {
    std::uint64_t key = 0;
    for (const Letter letter : word) key = (key + letter) * factor_;
    return key;
  }

 private:
  // Letters 1 to 50 in either set; the bits above them are a tag of the key, bit 0 of `front` is
  // set in entries that are taken.
  struct Entry {
    std::uint64_t front = 0, back = 0;
  };
  static constexpr std::uint64_t kLetters = (std::uint64_t{1} << kLetterCodes) - 2;
  static constexpr std::uint64_t kTag = ~((std::uint64_t{1} << kLetterCodes) - 1);

  // The bits next below those that say the place.
  static Entry tagged(std::uint64_t key) { return {(key << 26 & kTag) | 1, key << 39 & kTag}; }
  static bool same(const Entry& entry, const Entry& tags) {
    return ((entry.front ^ tags.front) & kTag) == 0 && ((entry.back ^ tags.back) & kTag) == 0;
  }
  // Where the search for a key begins.
  std::size_t index(std::uint64_t key) const { return slot_of(key, slots_); }
  // Where the key's entry is, or an empty one.
  std::size_t slot(std::uint64_t key) const {
    const Entry tags = tagged(key);
    std::size_t i = index(key);
    while (entries_[i].front != 0 && !same(entries_[i], tags)) ++i;
    return i;
  }
  // Enters words; false if two of them cannot be told apart, or there is no room for one.
  bool enter(const std::vector<std::uint64_t>& keys);
  // Calls f(i, entry) for the entry of each key, or the empty one in its place.
  template <typename F>
  void for_each_entry(const std::vector<std::uint64_t>& keys, F&& f);

  std::uint64_t factor_ = 0;
  std::size_t slots_ = 0;  // but for the run-off
  HugeVector<Entry> entries_;
};

}  // namespace zymurgy
