#include "lexicon/word_hooks.h"

#include "game/random.h"
#include "game/result.h"

namespace zymurgy {

WordHookTable::WordHookTable(const WordGraph& graph) {
  std::vector<Letter> text;
  std::vector<std::uint32_t> starts{0};
  graph.for_each_word([&](const Letter* word, int length) {
    if (length < 3 || length > kBoardDim) return;
    text.insert(text.end(), word, word + length);
    starts.push_back(static_cast<std::uint32_t>(text.size()));
  });
  constexpr std::size_t kRunOff = 256;
  slots_ = starts.size() * 2;
  do {
    seed_ = mix64(seed_ + 1);  // any that tells all words apart
    entries_.assign(slots_ + kRunOff, {});
  } while (!fill(text, starts));

  const auto word_at = [&](const Letter* word, int length) -> Entry* {
    if (length < 3) return nullptr;
    Entry& entry = entries_[slot(key_of(word, length))];
    return entry.front == 0 ? nullptr : &entry;
  };
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const Letter* word = &text[starts[i]];
    const auto length = static_cast<int>(starts[i + 1] - starts[i]);
    if (Entry* rest = word_at(word + 1, length - 1)) rest->front |= set_of(word[0]);
    if (Entry* rest = word_at(word, length - 1)) rest->back |= set_of(word[length - 1]);
  }
}

bool WordHookTable::fill(const std::vector<Letter>& text,
                         const std::vector<std::uint32_t>& starts) {
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const std::uint64_t key = key_of(&text[starts[i]], static_cast<int>(starts[i + 1] - starts[i]));
    Entry& entry = entries_[slot(key)];
    if (entry.front != 0 || &entry == &entries_.back()) return false;
    entry = tagged(key);
  }
  return true;
}

}  // namespace zymurgy
