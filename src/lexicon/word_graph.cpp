#include "lexicon/word_graph.h"

#include <algorithm>
#include <utility>

#include "game/raw_bytes.h"

namespace zymurgy {
namespace {

// Checks the nodes reachable from a root: siblings ascending and terminated, letters known, no path
// longer than the budget (and so no cycle). Each sibling list is checked once.
class Checker {
 public:
  Checker(const WordGraph& graph, const TileSet& tiles, Letter first_letter)
      : graph_(graph),
        tiles_(tiles),
        first_letter_(first_letter),
        depths_(graph.nodes(), 0),
        words_(graph.nodes(), 0) {}

  // The length of the longest path from a sibling list, or the error.
  Result<int> check(NodeIndex siblings, int budget) {
    if (siblings == 0) return 0;
    if (siblings >= graph_.nodes()) return fail(siblings, "lies outside the file");
    if (depths_[siblings] != 0) {
      if (depths_[siblings] > budget)
        return fail(siblings, "continues a word that is too long, or a cycle");
      return depths_[siblings];
    }
    if (budget == 0) return fail(siblings, "continues a word that is too long, or a cycle");
    int deepest = 0, previous = -1;
    std::uint64_t words = 0;
    for (NodeIndex node = siblings;; ++node) {
      if (node >= graph_.nodes()) return fail(siblings, "starts siblings that never end");
      const int letter = graph_.tile(node);
      if (letter < first_letter_ || letter > tiles_.letters())
        return fail(node, "has letter " + std::to_string(letter) + ", but " + tiles_.name() +
                              " has " + std::to_string(tiles_.letters()) +
                              "; --letters, LetterDistribution or ld names another tile set");
      if (letter <= previous) return fail(node, "is out of order among its siblings");
      previous = letter;
      const Result<int> below = check(graph_.child(node), budget - 1);
      if (!below) return below;
      deepest = std::max(deepest, *below);
      words += graph_.accepts(node) + this->words(graph_.child(node));
      if (graph_.last(node)) break;
    }
    depths_[siblings] = static_cast<std::uint8_t>(deepest + 1);
    words_[siblings] = static_cast<std::uint32_t>(std::min<std::uint64_t>(words, ~0U));
    return deepest + 1;
  }

  // The number of words that a checked list spells, at most 2^32 - 1.
  std::uint32_t words(NodeIndex siblings) const { return siblings == 0 ? 0 : words_[siblings]; }

 private:
  static tl::unexpected<Error> fail(NodeIndex node, const std::string& what) {
    return failure("node " + std::to_string(node) + " (byte " +
                   std::to_string(4 * std::uint64_t{node}) + ") " + what);
  }

  const WordGraph& graph_;
  const TileSet& tiles_;
  const Letter first_letter_;
  std::vector<std::uint8_t> depths_;  // of checked lists; 0 for others
  std::vector<std::uint32_t> words_;
};

}  // namespace

Result<WordGraph> WordGraph::read(std::string_view bytes, std::string_view name,
                                  const TileSet& tiles) {
  Result<WordGraph> graph = read_checked(bytes, name, tiles, 1, kMaxLength, kMaxWords);
  // The GADDAG (separator 0, paths one longer) is kept so that the whole file can be written again,
  // and checked by the same rules.
  if (graph && graph->gaddag() != 0) {
    const auto checked = Checker(*graph, tiles, 0).check(graph->gaddag(), kMaxLength + 1);
    if (!checked)
      return failure("word graph " + std::string(name) + ": " + checked.error().message);
  }
  return graph;
}

Result<WordGraph> WordGraph::read_leaves(std::string_view bytes, std::string_view name,
                                         const TileSet& tiles, std::uint32_t most) {
  return read_checked(bytes, name, tiles, 0, kRackSize, most);
}

Result<WordGraph> WordGraph::read_checked(std::string_view bytes, std::string_view name,
                                          const TileSet& tiles, Letter first_letter, int longest,
                                          std::uint32_t most) {
  const auto fail = [&](const std::string& what) {
    return failure("word graph " + std::string(name) + ": " + what);
  };
  if (bytes.size() % 4 != 0 || bytes.size() < 8)
    return fail("its " + std::to_string(bytes.size()) +
                " bytes are not a whole number of nodes, at least two");
  if (bytes.size() / 4 > kMostNodes) return fail("more nodes than 22 bits can number");
  std::vector<std::uint32_t> nodes(bytes.size() / 4);
  take_raw_all(bytes, nodes);
  WordGraph graph(std::move(nodes));
  Checker checker(graph, tiles, first_letter);
  const auto checked = checker.check(graph.dawg(), longest);
  if (!checked) return fail(checked.error().message);
  if (checker.words(graph.dawg()) > most)
    return fail("it spells more than " + std::to_string(most) + " words");
  return graph;
}

bool WordGraph::contains(LetterRun word) const {
  NodeIndex siblings = dawg(), node = 0;
  for (const Letter letter : word) {
    node = find(siblings, letter);
    if (node == 0) return false;
    siblings = child(node);
  }
  return node != 0 && accepts(node);
}

std::string WordGraph::bytes() const { return std::string(raw_all(nodes_)); }

}  // namespace zymurgy
