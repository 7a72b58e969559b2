#include "lexicon/word_hooks.h"

#include <cstddef>
#include <vector>

#include "game/random.h"

namespace zymurgy {

template <typename F>
void WordHookTable::for_each_entry(const std::vector<std::uint64_t>& keys, F&& f) {
  constexpr std::size_t kAhead = 16;  // entries being prefetched
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + kAhead < keys.size()) __builtin_prefetch(place(keys[i + kAhead]), 1);
    f(i, entries_[slot(keys[i])]);
  }
}

WordHookTable::WordHookTable(const WordGraph& graph) {
  std::vector<Letter> text;
  std::vector<std::uint32_t> starts{0};
  graph.for_each_word([&](const Letter* word, int length) {
    if (length < 3 || length > kBoardDim) return;
    text.insert(text.end(), word, word + length);
    starts.push_back(static_cast<std::uint32_t>(text.size()));
  });
  // Word i without its `first` first and `last` last letters.
  const auto without = [&](std::size_t i, std::size_t first, std::size_t last) {
    return LetterRun(text).subspan(starts[i] + first, starts[i + 1] - starts[i] - first - last);
  };
  const auto keys_without = [&](std::size_t first, std::size_t last) {
    std::vector<std::uint64_t> keys;
    keys.reserve(starts.size());
    for (std::size_t i = 0; i + 1 < starts.size(); ++i)
      keys.push_back(key_of(without(i, first, last)));
    return keys;
  };
  slots_ = starts.size() * 2;
  Random random(1);  // any seed will do: no result depends on the table's order
  do {
    factor_ = random() | 1;  // odd, so that no part of a key is lost
    entries_.assign(slots_ + kRunOff, {});
  } while (!enter(keys_without(0, 0)));

  // The rest may match a word's tag without being a word, so the graph decides.
  for_each_entry(keys_without(1, 0), [&](std::size_t i, Entry& entry) {
    if (entry.front != 0 && graph.contains(without(i, 1, 0)))
      entry.front |= set_of(text[starts[i]]);
  });
  for_each_entry(keys_without(0, 1), [&](std::size_t i, Entry& entry) {
    if (entry.front != 0 && graph.contains(without(i, 0, 1)))
      entry.back |= set_of(text[starts[i + 1] - 1]);
  });
}

bool WordHookTable::enter(const std::vector<std::uint64_t>& keys) {
  bool apart = true;
  for_each_entry(keys, [&](std::size_t i, Entry& entry) {
    apart = apart && entry.front == 0 && &entry != &entries_.back();
    if (apart) entry = tagged(keys[i]);
  });
  return apart;
}

}  // namespace zymurgy
