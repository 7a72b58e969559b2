#include "game/encoding.h"

#include <algorithm>
#include <iterator>

namespace zymurgy {
namespace {

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// A byte that begins no well-formed character counts for one.
std::size_t character_length(std::string_view text) {
  return std::max<std::size_t>(1, utf8_length(text));
}

// Letters of two bytes, U+00C0 to U+017F, each with the base at half its place.
struct Marked {
  std::string_view mark, letters, bases;
};
constexpr Marked kMarked[] = {
    {"\u0300", "ÀÈÌÒÙàèìòù", "AEIOUaeiou"},
    {"\u0301", "ÁÉÍÓÚÝĆĹŃŔŚŹáéíóúýćĺńŕśź", "AEIOUYCLNRSZaeiouyclnrsz"},
    {"\u0302", "ÂÊÎÔÛĈĜĤĴŜŴŶâêîôûĉĝĥĵŝŵŷ", "AEIOUCGHJSWYaeioucghjswy"},
    {"\u0303", "ÃÑÕĨŨãñõĩũ", "ANOIUanoiu"},
    {"\u0304", "ĀĒĪŌŪāēīōū", "AEIOUaeiou"},
    {"\u0306", "ĂĔĞĬŎŬăĕğĭŏŭ", "AEGIOUaegiou"},
    {"\u0307", "ĊĖĠİŻċėġż", "CEGIZcegz"},
    {"\u0308", "ÄËÏÖÜŸäëïöüÿ", "AEIOUYaeiouy"},
    {"\u030a", "ÅŮåů", "AUau"},
    {"\u030b", "ŐŰőű", "OUou"},
    {"\u030c", "ČĎĚĽŇŘŠŤŽčďěľňřšťž", "CDELNRSTZcdelnrstz"},
    {"\u0327", "ÇĢĶĻŅŖŞŢçģķļņŗşţ", "CGKLNRSTcgklnrst"},
    {"\u0328", "ĄĘĮŲąęįų", "AEIUaeiu"},
};

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned char lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte_at(text, i) & 0xc0) != 0x80) return 0;
  // Not the shortest form, a surrogate, or beyond the last code point.
  const unsigned char second = byte_at(text, 1);
  if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
      (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f))
    return 0;
  return length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool begins_with_combining_mark(std::string_view text) {
  // U+0300 to U+036F
  return utf8_length(text) == 2 &&
         (text[0] == '\xcc' || (text[0] == '\xcd' && byte_at(text, 1) < 0xb0));
}

std::size_t letter_length(std::string_view text) {
  std::size_t length = character_length(text);
  while (length < text.size() && begins_with_combining_mark(text.substr(length))) length += 2;
  return length;
}

std::string decomposed(std::string_view utf8) {
  std::string apart;
  while (!utf8.empty()) {
    const std::string_view letter = utf8.substr(0, character_length(utf8));
    utf8.remove_prefix(letter.size());
    const auto row =
        std::find_if(std::begin(kMarked), std::end(kMarked), [&](const Marked& marked) {
          return letter.size() == 2 && marked.letters.find(letter) != marked.letters.npos;
        });
    if (row == std::end(kMarked)) {
      apart += letter;
    } else {
      apart += row->bases[row->letters.find(letter) / 2];
      apart += row->mark;
    }
  }
  return apart;
}

bool is_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

std::string latin1_to_utf8(std::string_view text) {
  std::string utf8;
  utf8.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = byte_at(text, i);
    if (c < 0x80) {
      utf8 += text[i];
    } else {
      utf8 += static_cast<char>(0xc0 | (c >> 6));
      utf8 += static_cast<char>(0x80 | (c & 0x3f));
    }
  }
  return utf8;
}

std::string utf8_to_latin1(std::string_view text) {
  std::string latin1;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const unsigned char lead = byte_at(text, 0);
    if (lead < 0x80)
      latin1 += text[0];
    else if (length == 2 && lead <= 0xc3)
      latin1 += static_cast<char>(((lead & 0x03) << 6) | (byte_at(text, 1) & 0x3f));
    else
      latin1 += '?';
    text.remove_prefix(length);
  }
  return latin1;
}

bool fits_latin1(std::string_view utf8) { return latin1_to_utf8(utf8_to_latin1(utf8)) == utf8; }

}  // namespace zymurgy
