#include "protocol/input.h"

namespace zymurgy {

std::optional<InputLine> read_line(std::istream& in) {
  std::streambuf* const buffer = in.rdbuf();
  constexpr int kEnd = std::istream::traits_type::eof();
  InputLine line;
  bool any = false;
  for (;;) {
    const int c = buffer->sbumpc();
    if (c == kEnd && !any) return std::nullopt;
    if (c == kEnd || c == '\n') break;
    any = true;
    if (line.text.size() == kLongestLine)
      line.too_long = true;
    else
      line.text += static_cast<char>(c);
  }
  if (line.text.ends_with('\r')) line.text.pop_back();
  return line;
}

}  // namespace zymurgy
