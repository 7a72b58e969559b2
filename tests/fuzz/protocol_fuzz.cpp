// Whatever its input, a session ends when the input does, prints whole lines, and prints at most
// one bestmove per `go`.
#include <cstddef>
#include <cstdint>
#include <sstream>

#include "game/text.h"
#include "protocol/session.h"

namespace {

int count(std::string_view text, std::string_view part) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++n;
  return n;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static zymurgy::TableCache tables;  // loads its tables once
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Skips input that writes files or takes seconds. Searches that may take longer are ended by
  // quit.
  const std::string lower = zymurgy::lower(text);
  for (const char* word : {"logfile", "datapath", "bench", "wait"})
    if (count(lower, word) > 0) return 0;
  std::istringstream in(text + "\nquit\n");
  std::ostringstream out;
  zymurgy::Session(in, out, tables).run();
  const std::string said = out.str();
  ZYMURGY_CHECK(said.empty() || said.back() == '\n');
  ZYMURGY_CHECK(count("\n" + said, "\nbestmove ") <= count(lower, "go"));
  return 0;
}
