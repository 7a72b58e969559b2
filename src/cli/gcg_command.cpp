#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "protocol/gcg.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

struct Verdict {
  std::size_t events = 0;
  std::vector<GcgFinding> findings;  // line 0: of the file as a whole
};

// A file that cannot be read is a finding too: the others are still looked at.
Verdict check(const std::string& file) {
  const auto text = read_file(file);
  if (!text) return {.findings = {{0, text.error().message}}};
  const auto reading = read_gcg(*text, {.strict = false, .name = file, .rules = {}});
  if (!reading) return {.findings = {{0, reading.error().message}}};
  return {reading->game.events.size(), reading->warnings};
}

void print_text(const std::string& file, const Verdict& verdict) {
  if (verdict.findings.empty())
    std::printf("%s: %zu events, sound\n", file.c_str(), verdict.events);
  for (const auto& [line, message] : verdict.findings)
    if (line == 0)
      std::printf("%s\n", message.c_str());
    else
      std::printf("%s, line %d: %s\n", file.c_str(), line, message.c_str());
}

Json json_of(const std::string& file, const Verdict& verdict) {
  Json findings = Json::array();
  for (const auto& [line, message] : verdict.findings)
    findings.push_back({{"line", line}, {"message", message}});
  return {{"file", file}, {"events", verdict.events}, {"findings", std::move(findings)}};
}

Outcome<int> run(const cxxopts::ParseResult& parsed) {
  const std::vector<std::string>& words = parsed.unmatched();
  if (words.size() < 2 || words.front() != "check") return usage_error("expected check FILE...");
  const bool json = parsed.count("json") != 0;
  bool sound = true;
  Json files = Json::array();
  for (std::size_t i = 1; i < words.size(); ++i) {
    const Verdict verdict = check(words[i]);
    sound &= verdict.findings.empty();
    if (json)
      files.push_back(json_of(words[i], verdict));
    else
      print_text(words[i], verdict);
  }
  if (json) print(Json{{"sound", sound}, {"files", std::move(files)}});
  return sound ? kDone : kBadInput;
}

}  // namespace

int gcg_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "gcg",
      "Checks annotated games: totals, plays, racks, tiles. Exit status 3 if any is not sound.",
      "check FILE...");
  return run_command(options, argc, argv, run);
}

}  // namespace zymurgy
