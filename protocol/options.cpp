#include "protocol/options.h"

#include <algorithm>
#include <utility>

#include "game/layout.h"
#include "game/text.h"
#include "game/tile_set.h"
#include "lexicon/library.h"
#include "play/limited.h"
#include "protocol/cgp.h"

namespace zymurgy {
namespace {

using Type = OptionSpec::Type;

std::vector<OptionSpec> make_specs() {
  return {
      {.option = Option::kDataPath,
       .name = "DataPath",
       .type = Type::kString,
       .help =
           "folders joined by ';' in which lexica, leaves and tables are found, before those of "
           "ZYMURGY_DATA"},
      {.option = Option::kLexicon,
       .name = "Lexicon",
       .type = Type::kString,
       .standard = kDefaultLexicon,
       .help = "the lexicon of positions that name none: a code (OEL1) or a path to a .kwg file"},
      {.option = Option::kLetterDistribution,
       .name = "LetterDistribution",
       .type = Type::kCombo,
       .standard = kDefaultTiles,
       .choices = TileSet::shipped_names(),
       .help = "the tile set of positions that name none"},
      {.option = Option::kLeaves,
       .name = "Leaves",
       .type = Type::kString,
       .help =
           "leave values: a code or a path to a .klv2 file; empty for the lexicon's own, or OEL1's "
           "for the tile set english"},
      {.option = Option::kWinPctTable,
       .name = "WinPctTable",
       .type = Type::kString,
       .help = "win chances by spread and tiles unseen: a code, or a path to a .win file or "
               "winpct.csv; empty for the lexicon's own, or OEL1's"},
      {.option = Option::kChallengeRule,
       .name = "ChallengeRule",
       .type = Type::kCombo,
       .standard = "void",
       .choices = {"void", "single", "double", "triple", "five_point", "ten_point"},
       .help = "the challenge rule of positions that name none"},
      {.option = Option::kVariant,
       .name = "Variant",
       .type = Type::kCombo,
       .standard = kVariant,
       .choices = {std::string(kVariant)},
       .help = "the game that is played"},
      {.option = Option::kThreads,
       .name = "Threads",
       .type = Type::kSpin,
       .standard = "1",
       .low = 1,
       .high = 1024,
       .help = "threads of a search, four for each core at most"},
      {.option = Option::kEndgameHash,
       .name = "EndgameHash",
       .type = Type::kSpin,
       .standard = "16",
       .low = 1,
       .high = 65536,
       .help = "MB of the endgame's transposition table"},
      {.option = Option::kClearHash,
       .name = "Clear Hash",
       .type = Type::kButton,
       .help = "forgets what was learnt about the opponent"},
      {.option = Option::kEvaluator,
       .name = "Evaluator",
       .type = Type::kCombo,
       .standard = "network",
       .choices = {"static", "network"},
       .help = "what judges a play: score and leave, or a network beside them if there is one"},
      {.option = Option::kNetFile,
       .name = "NetFile",
       .type = Type::kString,
       .help = "the network's file; empty for the one that goes with the lexicon"},
      {.option = Option::kMultiPv,
       .name = "MultiPV",
       .type = Type::kSpin,
       .standard = "10",
       .low = 1,
       .high = 1000,
       .help = "how many moves a search reports"},
      {.option = Option::kMoveOverhead,
       .name = "MoveOverhead",
       .type = Type::kSpin,
       .standard = "50",
       .high = 10000,
       .help = "ms kept back at each move for delays between engine and clock"},
      {.option = Option::kSeed,
       .name = "Seed",
       .type = Type::kSpin,
       .standard = "1",
       .high = 9007199254740992,
       .help = "random seed"},
      {.option = Option::kSimPlies,
       .name = "SimPlies",
       .type = Type::kSpin,
       .standard = "2",
       .low = 1,
       .high = 50,
       .help = "moves a simulation looks ahead"},
      {.option = Option::kLimitStrength,
       .name = "UCGI_LimitStrength",
       .type = Type::kCheck,
       .standard = "false",
       .choices = {"true", "false"},
       .help = "auto plays at UCGI_Elo: some words unknown, not always the best move found"},
      {.option = Option::kElo,
       .name = "UCGI_Elo",
       .type = Type::kSpin,
       .standard = "1400",
       .low = Skill::kLowestElo,
       .high = Skill::kHighestElo,
       .help = "the level; static play is 2000"},
      {.option = Option::kLogFile,
       .name = "LogFile",
       .type = Type::kString,
       .help = "a file to which all lines in and out are added"},
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

// The value in the form that the option stores.
Result<std::string> checked(const OptionSpec& spec, std::string_view value) {
  if (value.empty() || value == "<empty>") return std::string(spec.standard);
  if (spec.type == Type::kCombo || spec.type == Type::kCheck) {
    for (const std::string_view choice : spec.choices)
      if (same_ignoring_case(choice, value)) return std::string(choice);
    std::string known;
    for (const std::string_view choice : spec.choices) known += ' ' + std::string(choice);
    return failure("value " + in_quotes(value) + " of option " + std::string(spec.name) +
                   ": expected one of" + known);
  }
  if (spec.type == Type::kSpin) {
    const auto number = to_number<std::int64_t>(value);
    if (!number || *number < spec.low || *number > spec.high)
      return failure("value " + in_quotes(value) + " of option " + std::string(spec.name) +
                     ": expected a number from " + std::to_string(spec.low) + " to " +
                     std::to_string(spec.high));
    return std::to_string(*number);
  }
  return std::string(value);
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

Options::Options(std::string_view data_path) : data_path_(data_path) {
  for (const OptionSpec& spec : option_specs()) {
    ZYMURGY_CHECK(static_cast<std::size_t>(spec.option) == values_.size());
    values_.emplace_back(spec.option == Option::kDataPath ? data_path : spec.standard);
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
  if (spec == specs.end()) return failure("unknown option " + in_quotes(name));
  auto kept = checked(*spec, value);
  if (!kept) return tl::unexpected(kept.error());
  if (spec->option == Option::kDataPath && kept->empty()) *kept = data_path_;
  values_[static_cast<std::size_t>(spec->option)] = std::move(*kept);
  return &*spec;
}

}  // namespace zymurgy
