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
    if (line.text.size() <= kLongestLine)  // and one more, which may be the \r
      line.text += static_cast<char>(c);
    else
      line.too_long = true;
  }
  if (!line.too_long && line.text.ends_with('\r')) line.text.pop_back();
  if (line.text.size() > kLongestLine) {
    line.text.resize(kLongestLine);
    line.too_long = true;
  }
  return line;
}

}  // namespace zymurgy
