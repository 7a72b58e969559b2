// Any bytes are read, and a game without contradictions is equal after being written and read
// again.
#include <cstddef>
#include <cstdint>

#include "protocol/gcg.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zymurgy;
  const GcgReading read = read_gcg({reinterpret_cast<const char*>(data), size});
  const std::string written = write_gcg(read.game);
  if (!read.findings.empty()) return 0;
  const GcgReading again = read_gcg(written);
  ZYMURGY_CHECK(again.findings.empty() && again.game == read.game);
  return 0;
}
