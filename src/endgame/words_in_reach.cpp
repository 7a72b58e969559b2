#include "endgame/words_in_reach.h"

#include <algorithm>
#include <utility>

#include "lexicon/word_graph_builder.h"

namespace zymurgy {
namespace {

class Reach {
 public:
  Reach(const Lexicon& lexicon, const Board& board, const TileCounts& tiles)
      : graph_(lexicon.graph()), blanks_(std::min(tiles[kBlank], 2)) {
    for (int lane = 0; lane < 2 * kBoardDim; ++lane) {
      TileCounts its = tiles;
      for (int i = 0; i < kBoardDim; ++i) {
        const Tile tile = lane < kBoardDim ? board.at(lane, i) : board.at(i, lane - kBoardDim);
        if (tile != kEmpty) its.add(letter_of(tile));
      }
      for (int l = 1; l < kLetterCodes; ++l)
        for (int n = 1; n <= std::min<int>(its[static_cast<Letter>(l)], kMost); ++n)
          lanes_with_[static_cast<std::size_t>(l)][static_cast<std::size_t>(n)] |= Lanes{1} << lane;
    }
    const Lanes all = (Lanes{1} << (2 * kBoardDim)) - 1;
    extend(graph_.dawg(), {all, 0, 0});
  }

  std::vector<std::vector<Letter>> take() { return std::move(words_); }

 private:
  using Lanes = std::uint64_t;  // a bit for each row and column
  using Spelling =
      std::array<Lanes, 3>;  // the lanes that spell the word so far with 0, 1, 2 blanks
  static constexpr int kMost = WordGraph::kMaxLength;

  void extend(NodeIndex node, const Spelling& spelling) {
    if (node == 0 || word_.size() == kBoardDim) return;
    for (;; ++node) {
      const Letter letter = graph_.tile(node);
      const Lanes able = lanes_with_[letter][static_cast<std::size_t>(++used_[letter])];
      // A blank stands for the letter where the lane has none left: that shifts what it may use
      // afterwards, so a lane without the n-th of a letter needs one blank more from there on.
      Spelling next{spelling[0] & able, 0, 0};
      for (std::size_t b = 1; b <= static_cast<std::size_t>(blanks_); ++b)
        next[b] = (spelling[b] & able) | (spelling[b - 1] & ~able);
      if ((next[0] | next[1] | next[2]) != 0) {
        word_.push_back(letter);
        if (graph_.accepts(node)) words_.push_back(word_);
        extend(graph_.child(node), next);
        word_.pop_back();
      }
      --used_[letter];
      if (graph_.last(node)) return;
    }
  }

  const WordGraph& graph_;
  const int blanks_;
  std::array<std::array<Lanes, kMost + 1>, kLetterCodes> lanes_with_{};
  std::array<int, kLetterCodes> used_{};
  std::vector<Letter> word_;
  std::vector<std::vector<Letter>> words_;
};

}  // namespace

WordGraph words_in_reach(const Lexicon& lexicon, const Board& board, const TileCounts& tiles) {
  auto graph = build_word_graph(Reach(lexicon, board, tiles).take(), false);
  ZYMURGY_CHECK(graph.has_value());  // smaller than the lexicon's own
  return *std::move(graph);
}

}  // namespace zymurgy
