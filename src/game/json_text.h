// JSON on one line, whatever its strings hold. They may be file names or output of other engines,
// and bytes that are not UTF-8 would make nlohmann's own writer throw. Such bytes become U+FFFD.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace zymurgy {

std::string json_text(const nlohmann::ordered_json& json);

// The first difference between two sets of settings, such as: /seed was 1 and is 2.
std::string first_difference(const nlohmann::ordered_json& before,
                             const nlohmann::ordered_json& now);

}  // namespace zymurgy
