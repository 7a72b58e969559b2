// Lines from a stream that may hold anything: of any length, with any bytes, ending anywhere.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>

namespace zymurgy {

struct InputLine {
  std::string text;       // without its end, \n or \r\n
  bool too_long = false;  // longer than kLongestLine bytes, of which only the first are kept
};

inline constexpr std::size_t kLongestLine = 1 << 16;

// The next line, or nothing at the end of input or when it cannot be read any more. A last line
// without a newline counts.
std::optional<InputLine> read_line(std::istream& in);

}  // namespace zymurgy
