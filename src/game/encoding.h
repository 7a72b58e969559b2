// UTF-8 and Latin-1, as far as external files need them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zymurgy {

enum class Encoding { kUtf8, kLatin1 };

// The length of the well-formed UTF-8 character at the start of `text`; 0 if there is none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);
// Some editors put this mark at the start of a UTF-8 file.
std::string_view without_byte_order_mark(std::string_view text);
std::string latin1_to_utf8(std::string_view text);
// Characters outside Latin-1 become '?'; `fits_latin1` checks for them.
std::string utf8_to_latin1(std::string_view text);
bool fits_latin1(std::string_view utf8);

}  // namespace zymurgy
