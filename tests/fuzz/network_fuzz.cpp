// Network files: any bytes are read or refused, and a network read is written as the same bytes.
#include "nnue/network.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  // One letter, so that a whole network is small.
  static const TileSet tiles = TileSet::parse("?,?,2,0,0\nA,a,6,1,1\n", "fuzz").value();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto network = nnue::Network::read(bytes, "fuzz", &tiles);
  if (network) ZYMURGY_CHECK(network->bytes() == bytes);
  return 0;
}
