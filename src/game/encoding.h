// UTF-8 and Latin-1, as far as files from outside need them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zymurgy {

enum class Encoding { kUtf8, kLatin1 };

// The length of the well-formed UTF-8 character at the start of `text`; 0 if there is none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);
// Some editors put one before a file of UTF-8.
std::string_view without_byte_order_mark(std::string_view text);
std::string latin1_to_utf8(std::string_view text);
// What Latin-1 cannot hold becomes '?'; `fits_latin1` tells beforehand.
std::string utf8_to_latin1(std::string_view text);
bool fits_latin1(std::string_view utf8);

}  // namespace zymurgy
