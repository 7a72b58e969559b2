// Hashes that identify data of many parts; the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "game/random.h"
#include "game/text.h"

namespace zymurgy {

// The hash of a text; `hash` is the hash of the text before it, for texts in several pieces.
constexpr std::uint64_t text_hash(std::string_view text, std::uint64_t hash = 0) {
  for (const char c : text) hash = mix64(hash + static_cast<unsigned char>(c));
  return hash;
}

class Hash {
 public:
  void add(std::uint64_t word) { hash_ = mix64(hash_ ^ word) * kGolden; }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  std::uint64_t value() const { return hash_; }
  std::string text() const { return hex(hash_); }

 private:
  std::uint64_t hash_ = 0;
};

}  // namespace zymurgy
