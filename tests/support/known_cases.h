// Cases with known answers in ../shared/cases, which are not part of the project.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace zymurgy::test {

// The cases in a file of JSON lines. If it is absent there are none, and the test reports that it
// is skipped.
inline std::vector<nlohmann::json> known_cases(const std::string& file) {
  std::ifstream in(std::string(ZYMURGY_SHARED_DIR) + "/cases/" + file);
  if (!in) MESSAGE("skipped: no shared cases");
  std::vector<nlohmann::json> cases;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) cases.push_back(nlohmann::json::parse(line));
  return cases;
}

}  // namespace zymurgy::test
