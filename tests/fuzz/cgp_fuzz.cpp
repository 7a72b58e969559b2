// Any text is a CGP or an error, and a CGP is equal after being written and read again.
#include <cstddef>
#include <cstdint>

#include "protocol/cgp.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  const auto cgp = parse_cgp({reinterpret_cast<const char*>(data), size});
  if (!cgp) {
    ZYMURGY_CHECK(!cgp.error().message.empty());
    return 0;
  }
  const auto again = parse_cgp(cgp_text(*cgp));
  ZYMURGY_CHECK(again && *again == *cgp);
  return 0;
}
