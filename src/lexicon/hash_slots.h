// What the lexicon's hash tables share: the slot of a key, and how they handle collisions.
//
// Linear probing without wrap-around: spare slots, the run-off, follow the last slot. If probing
// reaches the end of the run-off, or two words share a key, the table is built again with other
// keys: no list of words is bad for all keys.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zymurgy {

inline constexpr std::size_t kRunOff = 256;  // slots, of which the last stays empty

// The slot of a key among `slots` slots, not counting the run-off.
inline std::size_t slot_of(std::uint64_t key, std::size_t slots) {
  return static_cast<std::size_t>(((key >> 32) * slots) >> 32);
}

}  // namespace zymurgy
