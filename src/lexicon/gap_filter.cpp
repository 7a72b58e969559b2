#include "lexicon/gap_filter.h"

#include <array>

#include "game/layout.h"

namespace zymurgy {

GapFilter::GapFilter(const WordGraph& graph) {
  // Gaps with one letter on each side have their own table (Lexicon).
  const auto for_each_word = [&graph](auto&& f) {
    graph.for_each_word([&f](const Letter* word, int length) {
      if (length > 3 && length <= kBoardDim) f(word, static_cast<std::size_t>(length));
    });
  };
  for_each_word([this](const Letter*, std::size_t length) { size_ += 8 * (length - 2); });
  bits_.resize(size_ / 64 + 1);
  for_each_word([this](const Letter* word, std::size_t length) {
    std::array<std::uint64_t, kBoardDim + 1> from{};  // keys of the letters after a gap
    for (std::size_t i = length - 1; i > 1; --i) from[i] = longer(from[i + 1], word[i]);
    std::uint64_t before = 0;
    for (std::size_t gap = 1; gap + 1 < length; ++gap) {
      before = longer(before, word[gap - 1]);
      const std::size_t bit = bit_of(key_of(before, from[gap + 1]));
      bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  });
}

}  // namespace zymurgy
