// Any bytes are a game record or not; a record is equal after being written and read again, and
// replaying it ends or reports what does not fit.
#include "game/tile_set.h"
#include "play/record_codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  GameRecord record;
  if (!decode(bytes, record)) return 0;
  std::string written;
  encode(record, written);
  std::string_view rest = written;
  GameRecord again;
  ZYMURGY_CHECK(decode(rest, again) && rest.empty() && again == record);
  Position position(TileSet::english(), Layout::standard());
  (void)replay(record, position, [](const Position&, const Turn&) {});
  return 0;
}
