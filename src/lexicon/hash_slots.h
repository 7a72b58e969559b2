// What the lexicon's hash tables share: where a key's slot is, and what is done if two keys want
// the same.
//
// A search goes from the key's slot to the next ones, without a wrap: a run-off follows the last
// slot. Words that do not fit so, since a run of taken slots reaches the run-off's end or since two
// of them have one key, get other keys: no list of words is a bad one for all keys.
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
