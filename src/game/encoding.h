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
// Whether a combining mark comes next, which belongs to the letter before it: Ñ may be written as
// N and U+0303.
bool begins_with_combining_mark(std::string_view text);
// The length of the first character, at least a byte, with the combining marks after it.
std::size_t letter_length(std::string_view text);
// Latin letters with a mark decomposed into two characters (Unicode's form NFD), as text from a Mac
// may have them.
std::string decomposed(std::string_view utf8);
// Some editors put this mark at the start of a UTF-8 file.
std::string_view without_byte_order_mark(std::string_view text);
// Whether a file begins with a byte order mark of UTF-16, which some editors call Unicode. No
// reader takes it.
bool is_utf16(std::string_view text);
std::string latin1_to_utf8(std::string_view text);
// Characters outside Latin-1 become '?'; `fits_latin1` checks for them.
std::string utf8_to_latin1(std::string_view text);
bool fits_latin1(std::string_view utf8);

}  // namespace zymurgy
