// The headers of game files as JSON, each field by its name.
//
// A header's fields are listed once, for both writing and reading, by a `fields(header, field,
// extra)` that calls `field(name, value)` for each in the order of the text, then `extra` for those
// that older files lack and that are left out if empty. Every header also has the engine's version
// and the board size.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "game/json_text.h"
#include "game/letters.h"
#include "game/result.h"

namespace zymurgy {

namespace header_json {

template <typename Value>
const Value& plain(const Value& value) {
  return value;
}
template <typename Value>
const Value& plain(const std::optional<Value>& value) {
  return *value;
}
// Throws if the JSON is of another type, or a number that `value` cannot hold.
template <typename Value>
void take(const nlohmann::ordered_json& json, Value& value) {
  json.get_to(value);
  if (json.is_number() && json != value) throw std::out_of_range("a number");
}
template <typename Value>
void take(const nlohmann::ordered_json& json, std::optional<Value>& value) {
  value = json.get<Value>();
}

}  // namespace header_json

// One line, including its newline.
template <typename Header, typename Fields>
std::string json_of_header(const Header& header, Fields&& fields) {
  nlohmann::ordered_json json = {{"engine", header.engine}, {"board", kBoardDim}};
  const auto put = [&json](const char* name, const auto& field) {
    json[name] = header_json::plain(field);
  };
  fields(header, put, [&put](const char* name, const auto& field) {
    if (field != std::remove_cvref_t<decltype(field)>{}) put(name, field);
  });
  return json_text(json) + '\n';
}

// An error names the file.
template <typename Header, typename Fields>
Result<Header> header_of_json(std::string_view text, const std::string& path, Fields&& fields) {
  Header header;
  try {
    const auto json = nlohmann::ordered_json::parse(text);
    if (json.at("board") != kBoardDim)
      return failure(path + ": games on a board of another size than this program's");
    json.at("engine").get_to(header.engine);
    const auto take = [&json](const char* name, auto& field) {
      header_json::take(json.at(name), field);
    };
    fields(header, take, [&](const char* name, auto& field) {
      if (json.contains(name)) take(name, field);
    });
  } catch (const nlohmann::ordered_json::exception&) {
    return failure(path + ": the header is incomplete");
  } catch (const std::out_of_range&) {
    return failure(path + ": the header has a number that is out of range");
  }
  return header;
}

}  // namespace zymurgy
