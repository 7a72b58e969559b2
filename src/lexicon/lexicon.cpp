#include "lexicon/lexicon.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "game/hash.h"
#include "game/text.h"

namespace zymurgy {

Lexicon::Lexicon(std::string code, const TileSet& tiles, WordGraph graph)
    : code_(std::move(code)),
      tiles_(&tiles),
      graph_(std::move(graph)),
      tables_(graph_, tiles.letters()) {
  graph_.for_each_word([&](const Letter* word, int length) {
    if (length == 2) {
      first_of_two_[word[1]] |= set_of(word[0]);
      second_of_two_[word[0]] |= set_of(word[1]);
    } else if (length == 3) {
      first_of_three_[word[1]][word[2]] |= set_of(word[0]);
      second_of_three_[word[0]][word[2]] |= set_of(word[1]);
      third_of_three_[word[0]][word[1]] |= set_of(word[2]);
    }
  });
}

Lexicon::Tables::Tables(const WordGraph& graph, int letters)
    // Beside the others, or after them where no thread is to be had.
    : Tables(std::async([&graph, letters] { return WordTable(graph, letters); }), graph, letters) {}

Lexicon::Tables::Tables(std::future<WordTable> words_to_come, const WordGraph& graph, int letters)
    : extensions(graph, letters), hooks(graph), gaps(graph), words(words_to_come.get()) {}

WordHooks Lexicon::hooks(const Letter* run, int length, std::uint64_t key) const {
  if (length == 1) return {first_of_two_[run[0]], second_of_two_[run[0]]};
  if (length == 2) return {first_of_three_[run[0]][run[1]], third_of_three_[run[0]][run[1]]};
  if (WordHooks hooks; tables_.hooks.find(key, hooks)) return hooks;
  return {search_between(nullptr, 0, run, length), search_between(run, length, nullptr, 0)};
}

LetterSet Lexicon::between(const Letter* before, int before_length, const Letter* after,
                           int after_length) const {
  if (before_length == 0) return hooks(after, after_length).front;
  if (after_length == 0) return hooks(before, before_length).back;
  return in_gap(before, before_length, after, after_length,
                GapFilter::key_of(before, before_length, after, after_length));
}

LetterSet Lexicon::in_gap(const Letter* before, int before_length, const Letter* after,
                          int after_length, std::uint64_t key, GapMemory* memory) const {
  if (before_length + after_length == 2) return second_of_three_[before[0]][after[0]];
  if (!tables_.gaps.may_be_filled(key)) return 0;
  const auto search = [&] { return search_between(before, before_length, after, after_length); };
  return memory != nullptr ? memory->recall(key, search) : search();
}

LetterSet Lexicon::search_between(const Letter* before, int before_length, const Letter* after,
                                  int after_length) const {
  // The table proposes the few letters whose multiset spells something; the words decide.
  MultisetKey key = 0;
  for (int i = 0; i < before_length; ++i) key += tables_.words.key(before[i]);
  for (int i = 0; i < after_length; ++i) key += tables_.words.key(after[i]);
  const auto nb = static_cast<std::size_t>(before_length);
  const auto na = static_cast<std::size_t>(after_length);
  LetterSet fitting = 0;
  for (const Letter letter : Letters(tables_.words.completions(key))) {
    const auto group =
        tables_.words.spelled_by(key + tables_.words.key(letter), before_length + 1 + after_length);
    for (int w = 0; w < group.count; ++w) {
      const Letter* word = group.letters + static_cast<std::size_t>(w) * (nb + 1 + na);
      if (word[nb] == letter && std::equal(before, before + nb, word) &&
          std::equal(after, after + na, word + nb + 1)) {
        fitting |= set_of(letter);
        break;
      }
    }
  }
  return fitting;
}

const std::string& Lexicon::hash_of_words() const {
  std::call_once(hash_->made, [&] {
    Hash hash;
    hash.add(graph_.bytes());
    hash_->text = hash.text();
  });
  return hash_->text;
}

Result<void> check_lexicon(const std::string& file, const LexiconName& name,
                           const Lexicon& lexicon) {
  if (name.code != lexicon.code())
    return failure(file + ": games of lexicon " + shown(name.code) + ", not " + lexicon.code());
  if (name.tiles != lexicon.tiles().name())
    return failure(file + ": games with the tiles " + shown(name.tiles) + ", not " +
                   lexicon.tiles().name());
  if (!name.words.empty() && name.words != lexicon.hash_of_words())
    return failure(file + ": games of another lexicon that is called " + lexicon.code() + ", too");
  return {};
}

}  // namespace zymurgy
