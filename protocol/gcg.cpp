#include "protocol/gcg.h"

#include <algorithm>

#include "game/supply.h"
#include "game/text.h"

namespace zymurgy {

bool GcgEvent::operator==(const GcgEvent& other) const {
  return kind == other.kind && player == other.player && rack == other.rack && move == other.move &&
         counted == other.counted && score == other.score && total == other.total &&
         unreadable == other.unreadable && estimates == other.estimates && notes == other.notes;
}

const GcgPragma* GcgGame::find_pragma(std::string_view name) const {
  const auto found = std::find_if(pragmas.begin(), pragmas.end(), [&](const GcgPragma& pragma) {
    return same_ignoring_case(pragma.name, name);
  });
  return found == pragmas.end() ? nullptr : &*found;
}

bool GcgGame::has_ended() const {
  return std::ranges::any_of(events, [](const GcgEvent& event) {
    return event.kind == GcgEvent::Kind::kRackBonus || event.kind == GcgEvent::Kind::kRackPenalty;
  });
}

bool GcgReading::is_game() const {
  return findings.empty() || std::ranges::any_of(game.events, [](const GcgEvent& event) {
           return event.kind != GcgEvent::Kind::kUnreadable;
         });
}

bool GcgReading::lacks_end_adjustment() const {
  return is_over(*replay.after) && !game.has_ended();
}

std::vector<std::size_t> GcgReading::turns() const {
  std::vector<std::size_t> turns;
  for (std::size_t i = 0; i < game.events.size(); ++i)
    if (game.events[i].is_turn() && !is_over(replay.before[i])) turns.push_back(i);
  return turns;
}

std::string_view GcgGame::pragma(std::string_view name) const {
  const GcgPragma* found = find_pragma(name);
  return found ? std::string_view(found->value) : std::string_view();
}

std::optional<GcgEstimate> parse_estimate(std::string_view note) {
  if (take_token(note) != "ESTIMATE") return std::nullopt;
  GcgEstimate estimate;
  bool has_chance = false;
  for (std::string_view token; !(token = take_token(note)).empty();) {
    const std::string_view key = take_until(token, '=');
    if (key == "best") {
      estimate.best = token;
    } else if (key == "by") {
      estimate.by = token;
    } else if (key == "wp" || key == "spread") {
      const auto value = to_number<double>(token);
      if (!value || !(*value >= -100000 && *value <= 100000)) return std::nullopt;
      if (key == "spread") {
        estimate.spread = *value;
      } else {
        if (*value < 0 || *value > 100) return std::nullopt;
        estimate.win_percent = *value;
        has_chance = true;
      }
    } else {
      return std::nullopt;  // not ours: left as it stands
    }
  }
  return has_chance ? std::optional(estimate) : std::nullopt;
}

std::string estimate_text(const GcgEstimate& estimate) {
  std::string text = "ESTIMATE wp=" + shortest(estimate.win_percent);
  if (estimate.spread) text += " spread=" + shortest(*estimate.spread);
  if (!estimate.best.empty()) text += " best=" + estimate.best;
  if (!estimate.by.empty()) text += " by=" + estimate.by;
  return text;
}

}  // namespace zymurgy
