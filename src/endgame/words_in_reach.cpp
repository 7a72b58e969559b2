#include "endgame/words_in_reach.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "endgame/lane_pool.h"

namespace zymurgy {
namespace {

constexpr std::uint32_t kLast = WordGraph::kLast;

class Reach {
 public:
  Reach(const Lexicon& lexicon, const Board& board, const TileCounts& tiles, const Limits& limits)
      : graph_(lexicon.graph()),
        limits_(limits),
        blanks_(static_cast<std::size_t>(std::min(tiles[kBlank], kMost))),
        kept_(graph_.nodes()) {
    for (int lane = 0; lane < kLanes; ++lane) {
      TileCounts in_reach = tiles;
      for (int i = 0; i < kBoardDim; ++i) {
        const Tile tile = board.at(square_of(lane, i));
        if (tile != kEmpty) in_reach.add(letter_of(tile));
      }
      for (int l = 1; l < kLetterCodes; ++l)
        for (int n = 1; n <= std::min<int>(in_reach[static_cast<Letter>(l)], kMost); ++n)
          lanes_with_[l][n] |= Lanes{1} << lane;
    }
    const Lanes all = (Lanes{1} << kLanes) - 1;
    extend(graph_.dawg(), 0, {all});
  }

  // The nodes of words in reach, in their old order, so that siblings stay together.
  WordGraph graph() const {
    if (limits_.reached()) return WordGraph({kLast, kLast});  // no words
    std::vector<std::uint32_t> place(graph_.nodes() + 1, 2);  // of a node, or of the next kept one
    for (std::size_t i = 0; i < graph_.nodes(); ++i) place[i + 1] = place[i] + (kept_[i] ? 1 : 0);
    const auto first_of = [&](NodeIndex first) -> std::uint32_t {
      for (const NodeIndex node : graph_.siblings(first))
        if (kept_[node]) return place[node];
      return 0;
    };
    std::vector<std::uint32_t> nodes{kLast | first_of(graph_.dawg()), kLast};
    nodes.reserve(place.back());
    bool open = false;  // the last node kept may not be the last of its list
    for (NodeIndex node = 0; node < graph_.nodes(); ++node) {
      if (kept_[node]) {
        nodes.push_back(
            WordGraph::node(graph_.tile(node), graph_.accepts(node), first_of(graph_.child(node))));
        open = true;
      }
      if (open && graph_.last(node)) nodes.back() |= kLast, open = false;
    }
    return WordGraph(std::move(nodes));
  }

 private:
  using Lanes = std::uint64_t;  // a bit for each row and column
  static constexpr int kMost = WordGraph::kMaxLength;
  // The lanes that spell the word so far with 0, 1, 2... blanks, up to `blanks_`.
  using Spelling = std::array<Lanes, kMost + 1>;
  static constexpr int kLookUp = 2;  // letters, after which the limits are checked

  // Whether a word in reach continues with one of the siblings.
  bool extend(NodeIndex first, int length, const Spelling& spelling) {
    if (first == 0 || length == kBoardDim) return false;
    if (length == kLookUp && limits_.reached()) return false;
    bool found = false;
    for (const NodeIndex node : graph_.siblings(first)) {
      const Letter letter = graph_.tile(node);
      const Lanes able = lanes_with_[letter][++used_[letter]];
      // A blank stands for the letter where the lane has none left, so a lane without the n-th of a
      // letter needs one blank more from there on.
      Spelling next;
      Lanes any = next[0] = spelling[0] & able;
      for (std::size_t b = 1; b <= blanks_; ++b)
        any |= next[b] = (spelling[b] & able) | (spelling[b - 1] & ~able);
      if (any != 0) {
        const bool longer = extend(graph_.child(node), length + 1, next);
        if (longer || graph_.accepts(node)) kept_[node] = found = true;
      }
      --used_[letter];
    }
    return found;
  }

  const WordGraph& graph_;
  const Limits& limits_;
  const std::size_t blanks_;
  std::array<std::array<Lanes, kMost + 1>, kLetterCodes> lanes_with_{};
  std::array<int, kLetterCodes> used_{};
  std::vector<bool> kept_;
};

}  // namespace

WordGraph words_in_reach(const Lexicon& lexicon, const Board& board, const TileCounts& tiles,
                         const Limits& limits) {
  return Reach(lexicon, board, tiles, limits).graph();
}

}  // namespace zymurgy
