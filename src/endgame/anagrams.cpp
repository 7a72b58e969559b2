#include "endgame/anagrams.h"

#include <bit>

namespace zymurgy {
namespace {

constexpr std::size_t kBitsAWord = 16;  // the false-positive rate is at most one in this many

}  // namespace

Anagrams::Anagrams(const WordGraph& words) {
  std::vector<std::uint64_t> sums;
  words.for_each_word([&sums](const Letter* word, int length) {
    std::uint64_t sum = 0;
    for (int i = 0; i < length; ++i) sum += of(word[i]);
    sums.push_back(sum);
  });
  const std::size_t bits = std::bit_ceil(kBitsAWord * (sums.size() + 64 / kBitsAWord));
  mask_ = bits - 1;
  bits_.resize(bits / 64);
  for (const std::uint64_t sum : sums) bits_[(sum & mask_) / 64] |= std::uint64_t{1} << (sum % 64);
}

}  // namespace zymurgy
