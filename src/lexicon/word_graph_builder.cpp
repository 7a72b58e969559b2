#include "lexicon/word_graph_builder.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "game/random.h"

namespace zymurgy {
namespace {

// Builds sibling lists from the leaves up, each distinct list once, so that equal subtrees share
// their nodes. An arc is a node in KWG form whose child is the number of a list.
class Builder {
 public:
  // Adds sorted, distinct words and returns the number of their list; 0 if there are none.
  std::uint32_t add(const std::vector<std::vector<Letter>>& words) {
    std::vector<std::vector<Arc>> path(1);  // the unfinished lists along the last word
    const std::vector<Letter>* previous = nullptr;
    for (const auto& word : words) {
      std::size_t shared = 0;
      if (previous != nullptr)
        while (shared < previous->size() && shared < word.size() &&
               (*previous)[shared] == word[shared])
          ++shared;
      close(path, shared);
      for (std::size_t i = shared; i < word.size(); ++i) {
        path.back().push_back({word[i], i + 1 == word.size(), 0});
        path.emplace_back();
      }
      previous = &word;
    }
    close(path, 0);
    return freeze(path[0]);
  }

  // Lays out all lists after the two roots.
  Result<WordGraph> finish(std::uint32_t dawg, std::uint32_t gaddag) const {
    std::vector<std::uint32_t> first(lists_.size());
    std::size_t nodes = 2;
    for (std::size_t list = 1; list < lists_.size(); ++list) {
      first[list] = static_cast<std::uint32_t>(nodes);
      nodes += lists_[list].size();
    }
    if (nodes > WordGraph::kMostNodes)
      return failure("the word graph needs " + std::to_string(nodes) +
                     " nodes, more than 22 bits can number");
    std::vector<std::uint32_t> flat{WordGraph::kLast | first[dawg],
                                    WordGraph::kLast | first[gaddag]};
    flat.reserve(nodes);
    for (std::size_t list = 1; list < lists_.size(); ++list) {
      for (const Arc& arc : lists_[list])
        flat.push_back(WordGraph::node(arc.letter, arc.accepts, first[arc.child]));
      flat.back() |= WordGraph::kLast;
    }
    return WordGraph(std::move(flat));
  }

 private:
  struct Arc {
    Letter letter;
    bool accepts;
    std::uint32_t child;
    bool operator==(const Arc&) const = default;
  };
  struct Hash {
    std::size_t operator()(const std::vector<Arc>& list) const {
      std::uint64_t hash = list.size();
      for (const Arc& arc : list)
        hash = mix64(hash,
                     std::uint64_t{arc.child} << 9 | std::uint64_t{arc.letter} << 1 | arc.accepts);
      return hash;
    }
  };

  // Finishes the lists deeper than the first `depth` letters.
  void close(std::vector<std::vector<Arc>>& path, std::size_t depth) {
    while (path.size() > depth + 1) {
      const std::uint32_t list = freeze(path.back());
      path.pop_back();
      path.back().back().child = list;
    }
  }

  std::uint32_t freeze(const std::vector<Arc>& list) {
    if (list.empty()) return 0;
    const auto [found, fresh] = known_.try_emplace(list, static_cast<std::uint32_t>(lists_.size()));
    if (fresh) lists_.push_back(list);
    return found->second;
  }

  std::vector<std::vector<Arc>> lists_{{}};  // list 0 is the empty one
  std::unordered_map<std::vector<Arc>, std::uint32_t, Hash> known_;
};

void sort_unique(std::vector<std::vector<Letter>>& words) {
  // (Spelled out because g++ 12 falsely warns about a bound in vector's own comparison.)
  std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

// For CARE: ERAC, RAC@E, AC@RE, C@ARE with the separator 0.
std::vector<std::vector<Letter>> gaddag_paths(const std::vector<std::vector<Letter>>& words) {
  std::vector<std::vector<Letter>> paths;
  for (const auto& word : words) {
    for (std::size_t front = 1; front <= word.size(); ++front) {
      std::vector<Letter> path(word.rend() - static_cast<std::ptrdiff_t>(front), word.rend());
      if (front < word.size()) {
        path.push_back(0);
        path.insert(path.end(), word.begin() + static_cast<std::ptrdiff_t>(front), word.end());
      }
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

}  // namespace

Result<WordGraph> build_word_graph(std::vector<std::vector<Letter>> words, bool with_gaddag) {
  std::erase_if(words, [](const auto& word) { return word.empty(); });
  sort_unique(words);
  Builder builder;
  const std::uint32_t dawg = builder.add(words);
  std::uint32_t gaddag = 0;
  if (with_gaddag) {
    auto paths = gaddag_paths(words);
    sort_unique(paths);
    gaddag = builder.add(paths);
  }
  return builder.finish(dawg, gaddag);
}

}  // namespace zymurgy
