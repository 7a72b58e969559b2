#include "protocol/input.h"

namespace zymurgy {
namespace {

constexpr int kEnd = std::istream::traits_type::eof();

// Bypasses the stream, which would flush its tied stream while another thread writes there.
int next_byte(std::streambuf& buffer) {
  try {
    return buffer.sbumpc();
  } catch (const std::ios_base::failure&) {
    return kEnd;
  }
}

}  // namespace

std::optional<InputLine> read_line(std::istream& in) {
  InputLine line;
  bool any = false;
  for (;;) {
    const int c = next_byte(*in.rdbuf());
    if (c == kEnd && !any) return std::nullopt;
    if (c == kEnd || c == '\n') break;
    any = true;
    if (line.text.size() <= kLongestLine)  // one byte more, which may be the \r
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
