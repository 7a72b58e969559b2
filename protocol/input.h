// Lines from a stream that may hold anything: of any length, with any bytes, ending anywhere.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>

namespace zymurgy {

struct InputLine {
  std::string text;       // without its end, \n or \r\n
  bool too_long = false;  // more than kLongestLine bytes: what came first is kept, the rest dropped
};

inline constexpr std::size_t kLongestLine = 1 << 16;

// The next line; nothing at the end of input, nor where it cannot be read any more. A last line
// without its newline counts.
std::optional<InputLine> read_line(std::istream& in);

}  // namespace zymurgy
