#include "play/player_spec.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "game/text.h"
#include "play/limited.h"

namespace zymurgy {
namespace {

using Kind = PlayerSpec::Kind;
using Values = std::span<const std::string_view>;  // after a player's name

// Reads a number; false if it is not above 0.
template <typename Number>
bool read(std::string_view digits, Number& value) {
  value = to_number<Number>(digits).value_or(0);
  return value > 0;
}

// Each reads a kind's values; false if they are not what it expects.
bool take_none(Values values, PlayerSpec&) { return values.empty(); }

bool take_work(Values values, PlayerSpec& spec) {
  return values.size() <= 2 && (values.empty() || read(values[0], spec.thinking.plies)) &&
         (values.size() < 2 || read(values[1], spec.thinking.iterations));
}

bool take_seconds(Values values, PlayerSpec& spec) {
  double& seconds = spec.thinking.seconds;
  return values.size() == 1 && read(values[0], seconds) && seconds >= 0.001 && seconds < 1e6;
}

bool take_elo(Values values, PlayerSpec& spec) {
  return values.size() == 1 && read(values[0], spec.elo) && spec.elo >= Skill::kLowestElo &&
         spec.elo <= Skill::kHighestElo;
}

bool take_temperature(Values values, PlayerSpec& spec) {
  return values.size() == 1 && read(values[0], spec.temperature) && std::isfinite(spec.temperature);
}

struct Form {
  std::string_view name, values, help;
  Kind kind;
  bool (*take)(Values, PlayerSpec&);
  const char* expected = "no values";
  Thinking thinking{};  // before the values are read
};

constexpr std::string_view kWork = "[:PLIES[:ITERATIONS]]";
constexpr const char* kWorkExpected =
    "PLIES or PLIES:ITERATIONS, each 1 or more (PLIES less than 2^31)";
static_assert(Skill::kLowestElo == 800 && Skill::kHighestElo == 2000);

constexpr Form kForms[] = {
    {"greedy", "", "the highest score", Kind::kGreedy, take_none},
    {"static", "", "the highest score plus leave", Kind::kStatic, take_none},
    {"network", "", "the network's choice among static's best", Kind::kNetwork, take_none},
    {"sim", kWork, "simulation, by default of 2 plies and 300 iterations", Kind::kThinking,
     take_work, kWorkExpected},
    {"infer",
     kWork,
     "simulation that infers the other rack",
     Kind::kThinking,
     take_work,
     kWorkExpected,
     {.infers = true}},
    {"oracle",
     kWork,
     "simulation that sees the other rack",
     Kind::kThinking,
     take_work,
     kWorkExpected,
     {.sees_all = true}},
    {"best",
     ":SECONDS",
     "the strongest, taking SECONDS for each move",
     Kind::kThinking,
     take_seconds,
     "seconds a move, 0.001 or more and less than a million",
     {.iterations = 0, .infers = true}},
    {"limited", ":ELO", "as weak as people are, 800 to 2000 (2000 is static)", Kind::kLimited,
     take_elo, "an Elo from 800 to 2000"},
    {"softmax", ":T",
     "one of the best moves at odds exp(equity / T) while the bag holds over 60 tiles",
     Kind::kSoftmax, take_temperature, "a temperature above 0 in points"},
    {"random", "", "any legal move", Kind::kRandom, take_none},
};
constexpr std::string_view kWithNetwork = "+net";
constexpr std::string_view kNetworkHelp =
    "sim, infer, oracle or best with a network's help, e.g. sim:2:300+net";

}  // namespace

Result<PlayerSpec> PlayerSpec::parse(std::string_view text) {
  PlayerSpec spec;
  spec.name = text;
  const bool network = text.ends_with(kWithNetwork);
  if (network) text.remove_suffix(kWithNetwork.size());
  const std::vector<std::string_view> parts = split(text, ':');
  const auto* form = std::ranges::find(kForms, parts.front(), &Form::name);
  if (form == std::end(kForms)) {
    std::string known;
    for (const Form& form : kForms) known += (known.empty() ? "" : ", ") + std::string(form.name);
    return failure("unknown player '" + spec.name + "' (known: " + known + ")");
  }
  const auto bad = [&](const std::string& expected) {
    return failure("player '" + spec.name + "': expected " + expected);
  };
  if (network && form->kind != Kind::kThinking)
    return bad("+net only after sim, infer, oracle or best");
  spec.kind = form->kind;
  spec.thinking = form->thinking;
  spec.thinking.network = network;
  if (!form->take(Values(parts).subspan(1), spec)) return bad(form->expected);
  return spec;
}

std::string players_help() {
  constexpr std::size_t kColumn = 29;
  std::string text = "Players:";
  const auto add = [&](std::string form, std::string_view help) {
    form.resize(kColumn, ' ');
    text += "\n  " + form + std::string(help);
  };
  for (const Form& form : kForms) add(std::string(form.name) + std::string(form.values), form.help);
  add("..." + std::string(kWithNetwork), kNetworkHelp);
  return text;
}

}  // namespace zymurgy
