#include "lexicon/word_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "game/layout.h"
#include "lexicon/lexicon.h"
#include "lexicon/random_words.h"
#include "lexicon/word_graph_builder.h"

namespace zymurgy {
namespace {

using test::Letters;

Letters sorted(Letters letters) {
  std::sort(letters.begin(), letters.end());
  return letters;
}

MultisetKey key(const WordTable& table, const Letters& letters) { return table.key_of(letters); }

std::vector<Letters> spelled(const WordTable& table, const Letters& letters) {
  const auto group = table.spelled_by(key(table, letters), static_cast<int>(letters.size()));
  std::vector<Letters> words;
  for (const Letter* word = group.letters; static_cast<int>(words.size()) < group.count;
       word += letters.size())
    words.emplace_back(word, word + letters.size());
  std::sort(words.begin(), words.end());
  return words;
}

// The letters that make a word in place `at` must be what Lexicon::between says.
void check_between(const Lexicon& lexicon, const std::set<Letters>& words, const Letters& word,
                   std::size_t at) {
  LetterSet expected = 0;
  for (Letter letter = 1; letter <= 26; ++letter) {
    Letters trial = word;
    trial[at] = letter;
    if (words.contains(trial)) expected |= set_of(letter);
  }
  const LetterRun run(word);
  CHECK(lexicon.between({run.first(at), run.subspan(at + 1)}) == expected);
}

// Holds a lexicon's tables to its set of words by brute force.
void check(const std::set<Letters>& words, int kinds, Random& random) {
  const Lexicon lexicon("test", TileSet::english(),
                        build_word_graph({words.begin(), words.end()}, false).value());
  const WordTable& table = lexicon.words();
  std::map<Letters, std::vector<Letters>> by_letters;
  std::map<Letters, LetterSet> completions;
  for (const Letters& word : words) {
    by_letters[sorted(word)].push_back(word);
    for (std::size_t i = 0; i < word.size(); ++i) {
      Letters rest = word;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      completions[sorted(rest)] |= set_of(word[i]);
    }
  }
  int wrong = 0;
  for (const auto& [letters, anagrams] : by_letters)
    wrong += spelled(table, letters) != anagrams || !table.may_spell(key(table, letters));
  for (const auto& [letters, set] : completions)
    wrong += (set & ~table.completions(key(table, letters))) != 0;
  for (const Letters& letters : test::random_words(random, 500, kinds, 1, 8))
    wrong += !by_letters.contains(sorted(letters)) && !spelled(table, letters).empty();
  CHECK(wrong == 0);

  const auto place = [&](const Letters& word) {
    return random.below(static_cast<std::uint32_t>(word.size()));
  };
  int n = 0;
  for (const Letters& word : words)
    if (++n % 20 == 0) check_between(lexicon, words, word, place(word));
  for (const Letters& word : test::random_words(random, 300, kinds, 2, 6))
    check_between(lexicon, words, word, place(word));
}

TEST_CASE("the word table agrees with the words, by brute force") {
  Random random(1);
  check({}, 26, random);
  for (int n = 0; n < 10; ++n) {
    const int kinds = n % 2 == 0 ? 5 : 26;
    check(test::random_words(random, 100 << n % 6, kinds, 2, 2 + n), kinds, random);
  }
}

TEST_CASE("a crowded table: hardly two words share what is left without a letter") {
  Random random(2);
  check(test::random_words(random, 20000, 26, kBoardDim, kBoardDim), 26, random);
}

TEST_CASE("words whose keys crowd at the end of the table get other keys") {
  Random random(4);
  const WordTable empty(build_word_graph({}, false).value(), 26);
  constexpr std::size_t kWords = 300;
  std::set<Letters> words;
  while (words.size() < kWords)
    for (const Letters& word : test::random_words(random, 10000, 26, 8, 8))
      if (words.size() < kWords && slot_of(key(empty, word), 2 * kWords) == 2 * kWords - 1)
        words.insert(sorted(word));
  check(words, 26, random);
}

TEST_CASE("words of other letters that have one key get other keys") {
  if (kBoardDim < 18) return;
  const auto word = [](const char* text) { return TileSet::english().parse_word(text).value(); };
  const Letters one = word("BCCEEHHKMMMMUV"), other = word("FGIIIJLLLOOPRTTWWX");
  const WordTable empty(build_word_graph({}, false).value(), 26);
  CHECK(key(empty, one) == key(empty, other));
  Random random(5);
  check({one, other}, 26, random);
}

TEST_CASE("hundreds of words of the same letters") {
  std::vector<Letters> all;
  Letters word;
  for (Letter letter = 1; letter <= 6; ++letter) word.push_back(letter);
  do all.push_back(word);
  while (std::next_permutation(word.begin(), word.end()));
  for (const int count : {254, 255, 256, 720}) {
    Random random(3);
    check({all.begin(), all.begin() + count}, 6, random);
  }
}

TEST_CASE("words longer than the board are left out, and those of one letter") {
  const Letters fits(3, 1), too_long(static_cast<std::size_t>(kBoardDim) + 1, 1), too_short(1, 1);
  const WordTable table(build_word_graph({fits, too_long, too_short}, false).value(), 26);
  const auto spelled = [&](const Letters& word) {
    return table.spelled_by(key(table, word), static_cast<int>(word.size())).count;
  };
  CHECK(spelled(fits) == 1);
  CHECK(spelled(too_long) == 0);
  CHECK(spelled(too_short) == 0);
}

}  // namespace
}  // namespace zymurgy
