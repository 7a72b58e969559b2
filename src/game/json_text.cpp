#include "game/json_text.h"

#include <nlohmann/json.hpp>

namespace zymurgy {

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string first_difference(const nlohmann::ordered_json& before,
                             const nlohmann::ordered_json& now) {
  using Json = nlohmann::ordered_json;
  const Json patch = Json::diff(before, now);
  std::string path = patch.empty() ? "" : patch.front()["path"].get<std::string>();
  if (path.ends_with("/-")) path.resize(path.size() - 2);  // an element appended to an array
  const Json::json_pointer pointer(path);
  const auto value = [&](const Json& of) {
    return of.contains(pointer) ? json_text(of[pointer]) : std::string("none");
  };
  return path + " was " + value(before) + " and is now " + value(now);
}

}  // namespace zymurgy
