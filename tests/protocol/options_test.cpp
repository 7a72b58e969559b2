#include "protocol/options.h"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

namespace zymurgy {
namespace {

TEST_CASE("defaults are values that the table allows") {
  Options options;
  for (const OptionSpec& spec : option_specs()) {
    const auto set = options.set(spec.name, spec.standard);
    REQUIRE_MESSAGE(set, spec.name);
    CHECK(*set == &spec);
    CHECK(options.text(spec.option) == spec.standard);
    CHECK(spec.help.size() > 10);
  }
}

TEST_CASE("values are kept as the table writes them") {
  Options options;
  REQUIRE(options.set("CHALLENGERULE", "Five_Point"));
  CHECK(options.text(Option::kChallengeRule) == "five_point");
  REQUIRE(options.set("multipv", "+7"));
  CHECK(options.number(Option::kMultiPv) == 7);
  REQUIRE(options.set("leaves", "My Leaves.klv2"));
  CHECK(options.text(Option::kLeaves) == "My Leaves.klv2");
  for (const char* bad : {"x", "1.5", "1001", "0", "-3", "99999999999999999999"})
    CHECK_MESSAGE(!options.set("MultiPV", bad), bad);
  CHECK(options.number(Option::kMultiPv) == 7);
}

TEST_CASE("no value is the default, whatever the type") {
  Options options;
  for (const std::string_view none : {"", "<empty>"}) {
    REQUIRE(options.set("MultiPV", "7"));
    REQUIRE(options.set("LetterDistribution", "german"));
    REQUIRE(options.set("UCGI_LimitStrength", "true"));
    REQUIRE(options.set("Leaves", "mine"));
    for (const char* name : {"MultiPV", "LetterDistribution", "UCGI_LimitStrength", "Leaves"})
      REQUIRE(options.set(name, none));
    for (const OptionSpec& spec : option_specs()) CHECK(options.text(spec.option) == spec.standard);
  }
}

TEST_CASE("without folders of its own DataPath is what the program was started with") {
  Options options("/there");
  CHECK(options.text(Option::kDataPath) == "/there");
  REQUIRE(options.set("DataPath", "/here"));
  CHECK(options.text(Option::kDataPath) == "/here");
  REQUIRE(options.set("DataPath", "<empty>"));
  CHECK(options.text(Option::kDataPath) == "/there");
}

#if ZYMURGY_BOARD_DIM == 15
std::string row_of(const OptionSpec& spec) {
  const std::string line = option_line(spec), before_type = " type ";
  const std::size_t at = line.find(before_type) + before_type.size();
  std::string type = line.substr(at, line.find(' ', at) - at);
  if (spec.type == OptionSpec::Type::kSpin)
    type += " " + std::to_string(spec.low) + " to " + std::to_string(spec.high);
  if (spec.type == OptionSpec::Type::kCombo)
    for (const std::string_view choice : spec.choices) type += " `" + std::string(choice) + "`";
  return "| `" + std::string(spec.name) + "` | " + type + " | " + std::string(spec.standard) +
         " | " + std::string(spec.help) + " |";
}

// The page is written by hand, but its table is this one.
TEST_CASE("UCGI.md has the table of options") {
  std::ifstream file(ZYMURGY_PROJECT_DIR "/protocol/UCGI.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const OptionSpec& spec : option_specs())
    CHECK_MESSAGE(text.str().find("\n" + row_of(spec) + "\n") != std::string::npos, row_of(spec));
}
#endif

}  // namespace
}  // namespace zymurgy
