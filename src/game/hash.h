// Names what is made of many parts, the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "game/random.h"
#include "game/text.h"

namespace zymurgy {

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
