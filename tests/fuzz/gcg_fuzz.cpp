// Any bytes are a game or an error; a lenient reader always reads; and a game without
// contradictions is the same when it is written and read again.
#include <cstddef>
#include <cstdint>

#include "protocol/gcg.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  GcgOptions lenient;
  lenient.strict = false;
  const auto anyhow = read_gcg(text, lenient);
  ZYMURGY_CHECK(anyhow);
  (void)write_gcg(anyhow->game);
  const auto game = read_gcg(text);
  ZYMURGY_CHECK(game.has_value() == anyhow->warnings.empty());
  if (!game) return 0;
  const auto again = read_gcg(write_gcg(game->game));
  ZYMURGY_CHECK(again && again->game == game->game);
  return 0;
}
