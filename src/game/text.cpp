#include "game/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include "game/encoding.h"

namespace zymurgy {
namespace {

char lower_char(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

template <typename... Precision>
std::string written(double value, Precision... digits) {
  if (!std::isfinite(value)) value = 0;
  std::array<char, 400> buffer;  // the longest double has 309 digits before its point
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::fixed, digits...);
  return {buffer.data(), error == std::errc{} ? end : buffer.data()};
}

// A control character of ASCII, or of Latin-1 (U+0080 to U+009F), which terminals obey as well.
bool begins_with_control(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  return byte(0) < 0x20 || byte(0) == 0x7f ||
         (text.size() > 1 && byte(0) == 0xc2 && byte(1) < 0xa0);
}

}  // namespace

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::string_view take_token(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kWhiteSpace), text.size()));
  const std::string_view token = text.substr(0, text.find_first_of(kWhiteSpace));
  text.remove_prefix(token.size());
  return token;
}

std::string_view take_until(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

std::string_view take_line(std::string_view& text) {
  std::string_view line = take_until(text, '\n');
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string with_single_spaces(std::string_view text) {
  std::string spaced;
  for (std::string_view token; !(token = take_token(text)).empty();)
    spaced += (spaced.empty() ? "" : " ") + std::string(token);
  return spaced;
}

std::string_view take_until_word(std::string_view& text, std::string_view word) {
  const std::string_view all = text;
  while (!text.empty())
    if (const std::string_view token = take_token(text); same_ignoring_case(token, word))
      return all.substr(0, static_cast<std::size_t>(token.data() - all.data()));
  return all;
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_char(x) == lower_char(y); });
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower_char);
  return result;
}

std::string fixed(double value, int digits) {
  const std::string text = written(value, digits);
  // No "-0.00": a value that rounds to zero has no sign.
  return text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos
             ? text.substr(1)
             : text;
}

std::string number(double value, int digits) {
  if (std::isfinite(value)) return fixed(value, digits);
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

std::string shortest(double value) { return written(value); }

std::string number_or_dash(double value, int digits) {
  return std::isnan(value) ? "-" : number(value, digits);
}

std::string count_text(std::uint64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many.empty() ? one + 's' : many);
}

std::string in_order(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(9 - std::min<std::size_t>(digits.size(), 9), '0') + digits;
}

std::string with_sign(long long value) { return (value < 0 ? "" : "+") + std::to_string(value); }

std::string with_sign(double value, int digits) {
  return (value < 0 ? "" : "+") + fixed(value, digits);
}

std::string hex(std::uint64_t value) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = kDigits[value & 15];
  return text;
}

std::string printable(std::string_view text, std::size_t longest) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string result;
  while (!text.empty()) {
    if (result.size() >= longest) return result + "...";
    const std::size_t length = utf8_length(text);
    if (length == 0 || begins_with_control(text)) {
      const auto byte = static_cast<unsigned char>(text[0]);
      result += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
      text.remove_prefix(1);
    } else {
      result += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return result;
}

int columns(std::string_view text) {
  int count = 0;
  for (; !text.empty(); text.remove_prefix(letter_length(text))) ++count;
  return count;
}

std::string in_quotes(std::string_view text) { return '\'' + printable(text, 60) + '\''; }

}  // namespace zymurgy
