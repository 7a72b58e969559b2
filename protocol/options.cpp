#include "protocol/options.h"

#include <algorithm>

#include "game/layout.h"
#include "game/text.h"
#include "lexicon/library.h"
#include "play/limited.h"

namespace zymurgy {
namespace {

constexpr bool kSuper = kBoardDim == 21;
constexpr std::string_view kTiles = kSuper ? "english_super" : "english";

using Type = OptionSpec::Type;

std::vector<OptionSpec> make_specs() {
  return {
      {Option::kDataPath,
       "DataPath",
       Type::kString,
       "",
       0,
       0,
       {},
       "folders joined by ';' in which lexica, leaves and tables are found, before those of "
       "ZYMURGY_DATA"},
      {Option::kLexicon,
       "Lexicon",
       Type::kString,
       kDefaultLexicon,
       0,
       0,
       {},
       "the lexicon of positions that name none: a code (OEL1) or a path to a .kwg file"},
      {Option::kLetterDistribution,
       "LetterDistribution",
       Type::kCombo,
       kTiles,
       0,
       0,
       {"english", "english_super", "french", "german", "spanish", "catalan", "polish", "norwegian",
        "dutch", "slovene"},
       "the tile set of positions that name none"},
      {Option::kLeaves,
       "Leaves",
       Type::kString,
       "",
       0,
       0,
       {},
       "leave values: a code or a path to a .klv2 file; empty for the lexicon's own"},
      {Option::kWinPctTable,
       "WinPctTable",
       Type::kString,
       "",
       0,
       0,
       {},
       "win chances by spread and tiles unseen: a code, or a path to a .win file or winpct.csv; "
       "empty for the lexicon's own"},
      {Option::kChallengeRule,
       "ChallengeRule",
       Type::kCombo,
       "void",
       0,
       0,
       {"void", "single", "double", "triple", "five_point", "ten_point"},
       "the challenge rule of positions that name none"},
      {Option::kVariant,
       "Variant",
       Type::kCombo,
       kVariant,
       0,
       0,
       {kVariant},
       "the game that is played"},
      {Option::kThreads,
       "Threads",
       Type::kSpin,
       "1",
       1,
       1024,
       {},
       "threads of a search, four for each core at most"},
      {Option::kEndgameHash,
       "EndgameHash",
       Type::kSpin,
       "16",
       1,
       65536,
       {},
       "MB of the endgame's transposition table"},
      {Option::kClearHash,
       "Clear Hash",
       Type::kButton,
       "",
       0,
       0,
       {},
       "forgets what was learnt of the opponent"},
      {Option::kEvaluator,
       "Evaluator",
       Type::kCombo,
       "network",
       0,
       0,
       {"static", "network"},
       "what judges a play: score and leave, or a network beside them if there is one"},
      {Option::kNetFile,
       "NetFile",
       Type::kString,
       "",
       0,
       0,
       {},
       "the network's file; otherwise the one that goes with the lexicon"},
      {Option::kMultiPv,
       "MultiPV",
       Type::kSpin,
       "10",
       1,
       1000,
       {},
       "how many moves a search reports"},
      {Option::kMoveOverhead,
       "MoveOverhead",
       Type::kSpin,
       "50",
       0,
       10000,
       {},
       "ms kept back at each move for what lies between engine and clock"},
      {Option::kSeed, "Seed", Type::kSpin, "1", 0, 9007199254740992, {}, "of all randomness"},
      {Option::kSimPlies,
       "SimPlies",
       Type::kSpin,
       "2",
       1,
       50,
       {},
       "moves a simulation looks ahead"},
      {Option::kLimitStrength,
       "UCGI_LimitStrength",
       Type::kCheck,
       "false",
       0,
       0,
       {"true", "false"},
       "auto plays at UCGI_Elo: some words unknown, not always the best move found"},
      {Option::kElo,
       "UCGI_Elo",
       Type::kSpin,
       "1400",
       Skill::kLowestElo,
       Skill::kHighestElo,
       {},
       "the level; static play is 2000"},
      {Option::kLogFile,
       "LogFile",
       Type::kString,
       "",
       0,
       0,
       {},
       "a file to which all lines in and out are added"},
  };
}

std::string_view type_name(Type type) {
  switch (type) {
    case Type::kString:
      return "string";
    case Type::kCombo:
      return "combo";
    case Type::kCheck:
      return "check";
    case Type::kSpin:
      return "spin";
    case Type::kButton:
      return "button";
  }
  return {};
}

// The value as the option keeps it.
Result<std::string> checked(const OptionSpec& spec, std::string_view value) {
  if (spec.type == Type::kCombo || spec.type == Type::kCheck) {
    for (const std::string_view choice : spec.choices)
      if (same_ignoring_case(choice, value)) return std::string(choice);
    std::string known;
    for (const std::string_view choice : spec.choices) known += ' ' + std::string(choice);
    return failure("value " + shown(value) + " of option " + std::string(spec.name) +
                   ": expected one of" + known);
  }
  if (spec.type == Type::kSpin) {
    const auto number = to_number<std::int64_t>(value);
    if (!number || *number < spec.low || *number > spec.high)
      return failure("value " + shown(value) + " of option " + std::string(spec.name) +
                     ": expected a number from " + std::to_string(spec.low) + " to " +
                     std::to_string(spec.high));
    return std::to_string(*number);
  }
  return value == "<empty>" ? std::string() : std::string(value);
}

}  // namespace

std::span<const OptionSpec> option_specs() {
  static const std::vector<OptionSpec> specs = make_specs();
  return specs;
}

std::string option_line(const OptionSpec& spec) {
  std::string line =
      "option name " + std::string(spec.name) + " type " + std::string(type_name(spec.type));
  if (spec.type == Type::kButton) return line;
  line += " default " + (spec.standard.empty() ? "<empty>" : std::string(spec.standard));
  if (spec.type == Type::kSpin)
    line += " min " + std::to_string(spec.low) + " max " + std::to_string(spec.high);
  if (spec.type == Type::kCombo)
    for (const std::string_view choice : spec.choices) line += " var " + std::string(choice);
  return line;
}

std::string option_row(const OptionSpec& spec) {
  std::string type(type_name(spec.type));
  if (spec.type == Type::kSpin)
    type += " " + std::to_string(spec.low) + " to " + std::to_string(spec.high);
  if (spec.type == Type::kCombo)
    for (const std::string_view choice : spec.choices) type += " `" + std::string(choice) + "`";
  return "| `" + std::string(spec.name) + "` | " + type + " | " + std::string(spec.standard) +
         " | " + std::string(spec.help) + " |";
}

Options::Options() {
  for (const OptionSpec& spec : option_specs()) {
    ZYMURGY_CHECK(static_cast<std::size_t>(spec.option) == values_.size());
    values_.emplace_back(spec.standard);
  }
}

std::int64_t Options::number(Option option) const {
  return to_number<std::int64_t>(text(option)).value();
}

Result<const OptionSpec*> Options::set(std::string_view name, std::string_view value) {
  const auto specs = option_specs();
  const auto spec = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& s) {
    return same_ignoring_case(s.name, name);
  });
  if (spec == specs.end()) return failure("no option is called " + shown(name));
  auto kept = checked(*spec, value);
  if (!kept) return tl::unexpected(kept.error());
  values_[static_cast<std::size_t>(spec->option)] = std::move(*kept);
  return &*spec;
}

}  // namespace zymurgy
