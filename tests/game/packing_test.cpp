#include "game/packing.h"

#include <doctest/doctest.h>

namespace zymurgy {
namespace {

TEST_CASE("damaged compressed files end in errors") {
  const std::string packed = compress(std::string(1000, 'x') + "end", 19);
  CHECK(decompress(packed, "x").value().size() == 1003);
  CHECK(!decompress(packed, "x", 1002));
  for (std::size_t size = 0; size < packed.size(); ++size)
    CHECK(!decompress(std::string_view(packed).substr(0, size), "x"));
  for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
    std::string damaged = packed;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    if (const auto plain = decompress(damaged, "x", 1 << 20); !plain)
      CHECK(plain.error().message.starts_with("x: "));
  }
}

}  // namespace
}  // namespace zymurgy
