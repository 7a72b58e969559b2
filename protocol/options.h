// The options of the protocol, declared once: the table drives the handshake, `setoption`, the help
// and the table in UCGI.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/result.h"

namespace zymurgy {

enum class Option : std::uint8_t {
  kDataPath,
  kLexicon,
  kLetterDistribution,
  kLeaves,
  kWinPctTable,
  kChallengeRule,
  kVariant,
  kThreads,
  kEndgameHash,
  kClearHash,
  kEvaluator,
  kNetFile,
  kMultiPv,
  kMoveOverhead,
  kSeed,
  kSimPlies,
  kLimitStrength,
  kElo,
  kLogFile,
};

struct OptionSpec {
  enum class Type : std::uint8_t { kString, kCombo, kCheck, kSpin, kButton };
  Option option;
  std::string_view name;
  Type type;
  std::string_view standard{};         // the default
  std::int64_t low = 0, high = 0;      // of a spin
  std::vector<std::string> choices{};  // of a combo or a check
  std::string_view help;
};

std::span<const OptionSpec> option_specs();       // in the order of Option
std::string option_line(const OptionSpec& spec);  // option name ... type ... default ...

class Options {
 public:
  // `data_path`: the folders to search while option DataPath is empty.
  explicit Options(std::string_view data_path = {});

  const std::string& text(Option option) const { return values_[static_cast<std::size_t>(option)]; }
  std::int64_t number(Option option) const;
  bool on(Option option) const { return text(option) == "true"; }  // of a check

  // Sets an option by its name, ignoring case; the value is checked against the table. Returns the
  // option that was set.
  Result<const OptionSpec*> set(std::string_view name, std::string_view value);

 private:
  std::string data_path_;
  std::vector<std::string> values_;
};

}  // namespace zymurgy
