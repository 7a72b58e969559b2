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
    // In parallel with the other tables, or after them if the system refuses a thread.
    : Tables(std::async([&graph, letters] { return WordTable(graph, letters); }), graph, letters) {}

Lexicon::Tables::Tables(std::future<WordTable> words_to_come, const WordGraph& graph, int letters)
    : extensions(graph, letters), hooks(graph), gaps(graph), words(words_to_come.get()) {}

WordHooks Lexicon::hooks(LetterRun run, std::uint64_t key) const {
  if (run.size() == 1) return {first_of_two_[run[0]], second_of_two_[run[0]]};
  if (run.size() == 2) return {first_of_three_[run[0]][run[1]], third_of_three_[run[0]][run[1]]};
  if (WordHooks hooks; tables_.hooks.find(key, hooks)) return hooks;
  return {search_between({{}, run}), search_between({run, {}})};
}

LetterSet Lexicon::between(const Gap& gap) const {
  if (gap.before.empty()) return hooks(gap.after).front;
  if (gap.after.empty()) return hooks(gap.before).back;
  return in_gap(gap, GapFilter::key_of(gap));
}

LetterSet Lexicon::in_gap(const Gap& gap, std::uint64_t key, GapCache* memory) const {
  if (gap.letters() == 2) return second_of_three_[gap.before[0]][gap.after[0]];
  if (!tables_.gaps.may_be_filled(key)) return 0;
  const auto search = [&] { return search_between(gap); };
  return memory != nullptr ? memory->recall(key, search) : search();
}

LetterSet Lexicon::search_between(const Gap& gap) const {
  // The table proposes the few letters that complete the multiset of some word; the words decide.
  const MultisetKey key = tables_.words.key_of(gap.before) + tables_.words.key_of(gap.after);
  const std::size_t length = gap.letters() + 1, place = gap.before.size();
  LetterSet fitting = 0;
  for (const Letter letter : Letters(tables_.words.completions(key))) {
    const auto group =
        tables_.words.spelled_by(key + tables_.words.key(letter), static_cast<int>(length));
    for (int w = 0; w < group.count; ++w) {
      const LetterRun word(group.letters + static_cast<std::size_t>(w) * length, length);
      if (word[place] == letter && std::ranges::equal(gap.before, word.first(place)) &&
          std::ranges::equal(gap.after, word.subspan(place + 1))) {
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
    return failure(file + ": games of lexicon " + in_quotes(name.code) + ", not " + lexicon.code());
  if (name.tiles != lexicon.tiles().name())
    return failure(file + ": games with the tiles " + in_quotes(name.tiles) + ", not " +
                   lexicon.tiles().name());
  if (!name.words.empty() && name.words != lexicon.hash_of_words())
    return failure(file + ": games of another lexicon that is also called " + lexicon.code());
  return {};
}

}  // namespace zymurgy
