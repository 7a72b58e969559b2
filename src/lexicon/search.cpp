#include "lexicon/search.h"

#include <string>
#include <utility>

namespace zymurgy {
namespace {

// Walks the paths that the tiles can spell. A letter tile is used before a blank, so that each word
// has one spelling.
class Speller {
 public:
  Speller(const WordGraph& graph, const TileCounts& tiles, bool all)
      : graph_(graph), left_(tiles), all_(all) {}

  FoundWords run() {
    extend(graph_.dawg());
    return std::move(found_);
  }

 private:
  void extend(NodeIndex first) {
    if (left_.empty()) return;
    for (const NodeIndex node : graph_.siblings(first)) {
      const Letter letter = graph_.tile(node);
      const Letter source = left_[letter] > 0 ? letter : kBlank;
      if (left_[source] > 0) {
        left_.remove(source);
        word_.push_back(source == kBlank ? blank_as(letter) : letter);
        if (graph_.accepts(node) && (left_.empty() || !all_)) found_.push_back(word_);
        extend(graph_.child(node));
        word_.pop_back();
        left_.add(source);
      }
    }
  }

  const WordGraph& graph_;
  TileCounts left_;
  const bool all_;
  std::vector<Tile> word_;
  FoundWords found_;
};

void match(const WordGraph& graph, const Pattern& pattern, NodeIndex first, Pattern::States states,
           std::vector<Tile>& word, FoundWords& found) {
  for (const NodeIndex node : graph.siblings(first)) {
    const Pattern::States reached = pattern.step(states, graph.tile(node));
    if (reached != 0) {
      word.push_back(graph.tile(node));
      if (graph.accepts(node) && pattern.matched(reached)) found.push_back(word);
      match(graph, pattern, graph.child(node), reached, word, found);
      word.pop_back();
    }
  }
}

}  // namespace

FoundWords anagrams(const WordGraph& graph, const TileCounts& tiles) {
  return Speller(graph, tiles, true).run();
}

FoundWords words_from(const WordGraph& graph, const TileCounts& tiles) {
  return Speller(graph, tiles, false).run();
}

Result<Pattern> Pattern::parse(std::string_view text, const TileSet& tiles) {
  Pattern pattern;
  while (!text.empty()) {
    const States here = States{1} << pattern.length_;
    if (text.front() == '*') {
      text.remove_prefix(1);
      // `**` means the same as `*`.
      if ((pattern.runs_ & here >> 1) != 0) continue;
      pattern.runs_ |= here;
    } else if (text.front() == '?') {
      text.remove_prefix(1);
      for (States& places : pattern.takes_) places |= here;
    } else {
      const Result<Tile> letter = tiles.take_letter(text);
      if (!letter) return failure("pattern: " + letter.error().message);
      pattern.takes_[*letter] |= here;
    }
    if (++pattern.length_ > kLongest)
      return failure("the pattern has more than " + std::to_string(kLongest) + " letters");
  }
  return pattern;
}

FoundWords matches(const WordGraph& graph, const Pattern& pattern) {
  FoundWords found;
  std::vector<Tile> word;
  match(graph, pattern, graph.dawg(), pattern.start(), word, found);
  return found;
}

}  // namespace zymurgy
