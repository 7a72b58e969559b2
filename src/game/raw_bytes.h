// Numbers in files, laid out as in memory: little-endian.
#pragma once

#include <bit>
#include <cstring>
#include <ranges>
#include <string_view>
#include <type_traits>

namespace zymurgy {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

// Views of the bytes of a value, or of contiguous values, valid as long as these live. A struct
// must have no padding, whose bytes could be anything.
template <typename T>
requires std::is_trivially_copyable_v<T> std::string_view raw(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}
template <std::ranges::contiguous_range Values>
std::string_view raw_all(const Values& values) {
  return {reinterpret_cast<const char*>(std::ranges::data(values)),
          std::ranges::size(values) * sizeof(std::ranges::range_value_t<Values>)};
}

// Move such bytes from the front of `bytes` into the values; false if there are too few.
template <typename T>
requires std::is_trivially_copyable_v<T>
bool take_raw(std::string_view& bytes, T& value) {
  if (bytes.size() < sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return true;
}
template <std::ranges::contiguous_range Values>
bool take_raw_all(std::string_view& bytes, Values& values) {
  const std::size_t size = raw_all(values).size();
  if (bytes.size() < size) return false;
  if (size > 0) std::memcpy(std::ranges::data(values), bytes.data(), size);
  bytes.remove_prefix(size);
  return true;
}

}  // namespace zymurgy
