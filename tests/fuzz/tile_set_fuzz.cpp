// Tile sets: any text is read or refused, and every tile of a set that is read reads as it is
// written.
#include "game/tile_set.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  const auto tiles = TileSet::parse({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!tiles) return 0;
  for (Letter letter = 1; letter <= tiles->letters(); ++letter) {
    for (const Tile tile : {letter, blank_as(letter)}) {
      const std::string text = tiles->tile_text(tile);
      std::string_view rest = text;
      const auto read = tiles->take_tile(rest);
      ZYMURGY_CHECK(read && *read == tile && rest.empty());
    }
  }
  return 0;
}
