// What the lexicon's hash tables share: where a key's slot is, and what is done if two keys want
// the same.
//
// Linear probing without a wrap: spare slots, the run-off, follow the last one. If the words do not
// fit, since probing reaches the run-off's end or two of them share a key, the table is made again
// with other keys: no list of words is a bad one for all keys.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zymurgy {

inline constexpr std::size_t kRunOff = 256;  // slots, of which the last stays empty

// The slot of so many, without a run-off.
inline std::size_t slot_of(std::uint64_t key, std::size_t slots) {
  return static_cast<std::size_t>(((key >> 32) * slots) >> 32);
}

}  // namespace zymurgy
