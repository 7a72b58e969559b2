#include "match/engine_spec.h"

#include <cmath>
#include <cstdint>

#include "game/text.h"

namespace zymurgy {
namespace {

constexpr Milliseconds kLongestMove{1'000'000'000};

std::optional<Milliseconds> seconds(std::string_view text) {
  constexpr double kLongest = 1e6;
  const auto value = to_number<double>(text);
  if (!value || !(*value >= 0 && *value <= kLongest)) return std::nullopt;
  return Milliseconds(std::llround(*value * 1000));
}

}  // namespace

std::optional<TimeControl> TimeControl::parse(std::string_view text) {
  const bool has_increment = text.find('+') != text.npos;
  const auto base = seconds(take_until(text, '+'));
  const auto increment = has_increment ? seconds(text) : Milliseconds(0);
  if (!base || !increment || (*base + *increment).count() == 0) return std::nullopt;
  return TimeControl{*base, *increment};
}

Result<void> EngineSpec::take(std::string_view word) {
  const std::string_view key = take_until(word, '=');
  const std::string value(word);
  const auto wrong = [&](const std::string& expected) {
    return failure("engine " + std::string(key) + "=" + in_quotes(value) + ": expected " +
                   expected);
  };
  constexpr std::string_view kOption = "option.";
  if (key == "cmd") {
    launch.command = value;
  } else if (key == "name") {
    // The name is printed in lines that other programs split at spaces.
    if (value.empty() || value.find(' ') != std::string::npos ||
        printable(value, value.size()) != value)
      return wrong("a word");
    name = value;
  } else if (key == "dir") {
    launch.folder = value;
  } else if (key == "stderr") {
    launch.error_log = value;
  } else if (key == "proto") {
    if (value != "ucgi" && value != "siu") return wrong("ucgi or siu");
    protocol = value == "siu" ? Protocol::kSiu : Protocol::kUcgi;
  } else if (key.starts_with(kOption) && key.size() > kOption.size()) {
    options.emplace_back(key.substr(kOption.size()), value);
  } else if (key == "go") {
    go = value;
  } else if (key == "tc") {
    clock = TimeControl::parse(value);
    if (!clock) return wrong("seconds, BASE or BASE+INCREMENT");
  } else if (key == "restart") {
    if (value != "on" && value != "off") return wrong("on or off");
    restart = value == "on";
  } else {
    return failure("unknown engine setting " + in_quotes(key) +
                   "; the settings are cmd=, name=, dir=, stderr=, proto=, option.NAME=, go=, tc= "
                   "and restart=");
  }
  return {};
}

Result<void> EngineSpec::check() const {
  if (launch.command.empty()) return failure("an engine has no cmd=COMMAND");
  if (name.empty()) return failure("an engine has no name=NAME");
  if (go.empty() && !clock)
    return failure("engine " + name +
                   ": no limit on its thinking: give tc=SECONDS or go=\"movetime MS\" (or other "
                   "parameters of go)");
  if (const auto time = move_time(); time && (time->count() < 0 || *time > kLongestMove))
    return failure("engine " + name + ": movetime must be a whole number, 0 to " +
                   std::to_string(kLongestMove.count()) + " ms");
  return {};
}

std::optional<Milliseconds> EngineSpec::move_time() const {
  std::optional<Milliseconds> time;
  for (std::string_view rest = go; !rest.empty();)
    if (same_ignoring_case(take_token(rest), "movetime"))
      time = Milliseconds(to_number<std::int64_t>(take_token(rest)).value_or(-1));
  return time;
}

}  // namespace zymurgy
