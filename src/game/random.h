// The one source of randomness: xoshiro256** seeded through splitmix64.
//
// Source: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", 2018.
// `Random::stream` makes a stream for (seed, a, b), so that a game, a seat or an iteration has its
// own numbers whatever thread runs it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace zymurgy {

// 2^64 over the golden ratio, odd: its multiples are spread evenly over the 64-bit words.
inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15U;

// A bijection of 64-bit words that mixes well (splitmix64's finaliser).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9U;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}
// Extends the hash of a sequence of words by one more word.
constexpr std::uint64_t mix64(std::uint64_t hash, std::uint64_t word) {
  return mix64(hash + kGolden + word);
}

class Random {
 public:
  using result_type = std::uint64_t;

  explicit constexpr Random(std::uint64_t seed) {
    for (auto& word : state_) word = mix64(seed += kGolden);
  }

  // An independent stream for a seed and one or two indices.
  static constexpr Random stream(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0) {
    return Random(mix64(mix64(seed + kGolden) ^ mix64(a + 0x632be59bd9b4e019U)) ^
                  mix64(b + 0xd1342543de82ef95U));
  }

  constexpr std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound), bound > 0, without bias (Lemire's method).
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = ((*this)() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = ((*this)() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1).
  constexpr double unit() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

// Shuffles; every order is equally likely.
template <typename T>
void shuffle(std::span<T> row, Random& random) {
  for (std::size_t left = row.size(); left > 1; --left)
    std::swap(row[left - 1], row[random.below(static_cast<std::uint32_t>(left))]);
}

}  // namespace zymurgy
