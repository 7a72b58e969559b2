// Helpers for text: tokens, numbers and safe quoting, the same in every locale.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace zymurgy {

inline constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

std::string_view trim(std::string_view text);
// Takes the next run of characters other than white space off `text`; empty at its end.
std::string_view take_token(std::string_view& text);
// Takes everything before the next `separator` (or all) off `text`, together with the separator.
std::string_view take_until(std::string_view& text, char separator);
// Takes the next line off `text`, together with its end, \n or \r\n.
std::string_view take_line(std::string_view& text);
// The parts between separators: one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);
// The tokens of `text`, joined by single spaces.
std::string with_single_spaces(std::string_view text);
// Takes everything before the next token `word`, in any case (or all), and the token off `text`.
std::string_view take_until_word(std::string_view& text, std::string_view word);

bool same_ignoring_case(std::string_view a, std::string_view b);  // ASCII letters
std::string lower(std::string_view text);                         // ASCII letters

// The whole text as a number, a leading '+' allowed; nothing if it is not one or does not fit.
template <typename Number>
std::optional<Number> to_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Number value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last || text.empty()) return std::nullopt;
  return value;
}

// `value` with `digits` digits after the decimal point; 0 if it is not finite.
std::string fixed(double value, int digits);
std::string number(double value, int digits);  // for people: nan, inf or -inf if it is not finite
std::string number_or_dash(double value, int digits);  // likewise, but a dash for NaN (not known)
std::string shortest(double value);  // the fewest digits that read back as the same value
// `1 game`, `2 games`; `many` is the plural if it is not `one` with an s.
std::string count_text(std::uint64_t count, const std::string& one, const std::string& many = "");
std::string with_sign(long long value);           // +5, -3, +0
std::string with_sign(double value, int digits);  // after the point
std::string hex(std::uint64_t value);             // sixteen digits
// At least nine digits, so that names that contain them are listed in the order of the numbers.
std::string in_order(std::uint64_t number);
// How many columns a UTF-8 text takes on a terminal, if none of its characters is wide.
int columns(std::string_view text);

// External text made safe for one line: control characters and bytes that are not UTF-8 are written
// as \xNN, and everything after about `longest` bytes as "...".
std::string printable(std::string_view text, std::size_t longest = std::string_view::npos);
// Such text, quoted and cut at about 60 bytes.
std::string in_quotes(std::string_view text);

}  // namespace zymurgy
