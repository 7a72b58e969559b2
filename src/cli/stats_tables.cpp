#include "cli/stats_tables.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "game/text.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

std::string count(double value) { return number(value, 0); }

// 12.34 (11.90 to 12.78), or as much of it as is known.
std::string with_bounds(const Interval& it, int digits, double scale = 1) {
  std::string text = number_or_dash(scale * it.value, digits);
  if (it.bounded())
    text += " (" + number(scale * it.low, digits) + " to " + number(scale * it.high, digits) + ")";
  return text;
}
std::string percent(const Interval& it) { return with_bounds(it, 2, 100); }
std::string percent(const Rate& rate) { return percent(rate.interval()); }
std::string mean(const Mean& it) { return with_bounds(it.interval(), 2); }

// A share of wins, whose estimate may lie outside 0 to 1, cut to that range.
Interval equal_wins(const Interval& it) {
  const auto share = [](double value) { return std::clamp(value, 0.0, 1.0); };
  return {share(it.value), share(it.low), share(it.high)};
}
// The same for the intercept of a line.
Interval equal_wins(const GroupedLine& wins) { return equal_wins(wins.intercept()); }

std::string tenth_name(std::size_t i) {
  return std::to_string(10 * i) + "-" + std::to_string(10 * i + 10) + " %";
}

// False for a single player that met only itself, and so won as much as it lost.
bool met_others(const GameStats& stats) { return stats.players().size() > 1; }

// Players by wins, then spread; in the last place, if they met others, all together.
std::vector<std::pair<std::string, const PlayerStats*>> ranked_players(const GameStats& stats) {
  std::vector<std::pair<std::string, const PlayerStats*>> players;
  for (const auto& [name, player] : stats.players()) players.push_back({name, &player});
  const auto rank = [](const PlayerStats& player) {
    return std::pair(player.wins.interval().value, player.spread.mean());
  };
  std::stable_sort(players.begin(), players.end(),
                   [&](const auto& a, const auto& b) { return rank(*a.second) > rank(*b.second); });
  if (met_others(stats)) players.push_back({"all", &stats.all()});
  return players;
}

StatsTable players_table(const GameStats& stats) {
  StatsTable table{
      "Players",
      "Means over all seats of the player, two in a game against itself. ARRV: average relative "
      "rack value, " +
          std::string(
              stats.own_racks()
                  ? "what was played from a rack in these games, above the mean of all racks."
                  : "what a rack is worth above the mean rack that could be drawn to the tiles "
                    "kept."),
      {"player", "games", "wins %", "score", "spread", "bingos", "a turn", "turns", "ARRV"},
      {}};
  for (const auto& [name, player] : ranked_players(stats))
    table.rows.push_back(
        {name, count(player->wins.games()), number_or_dash(100 * player->wins.interval().value, 2),
         number_or_dash(player->score.mean(), 2), number_or_dash(player->spread.mean(), 2),
         number_or_dash(player->bingos.mean(), 2), number_or_dash(player->points_a_turn.mean(), 2),
         number_or_dash(player->turns.mean(), 2), number_or_dash(player->arrv.mean(), 2)});
  if (table.rows.empty()) return table;
  // Exact, whoever plays: each game counts as much for one side as against the other.
  table.rows.back()[2] = "50.00";
  table.rows.back()[4] = "0.00";
  return table;
}

// Intervals of the means: a row for each measure and player.
StatsTable intervals_table(const GameStats& stats) {
  StatsTable table{"How sure", "", {"", "player", "mean", "deviation"}, {}};
  const auto players = ranked_players(stats);
  if (players.size() > 1)
    for (const auto& [name, player] : players)
      if (player != players.back().second)
        table.rows.push_back({"wins %", name, percent(player->wins), ""});
  const auto add = [&](const std::string& what, const Mean PlayerStats::*member) {
    for (const auto& [name, player] : players) {
      const Mean& mean_of = player->*member;
      const bool is_even = member == &PlayerStats::spread && player == players.back().second;
      table.rows.push_back(
          {what, name, is_even ? "0.00" : mean(mean_of), number_or_dash(mean_of.sd(), 2)});
    }
  };
  add("score", &PlayerStats::score);
  add("spread", &PlayerStats::spread);
  add("bingos", &PlayerStats::bingos);
  add("points a turn", &PlayerStats::points_a_turn);
  add("turns", &PlayerStats::turns);
  add("ARRV", &PlayerStats::arrv);
  return table;
}

StatsTable equal_racks_table(const GameStats& stats) {
  StatsTable table{"With equal racks",
                   "Wins and spread at a difference in ARRV of 0, from regression lines over it.",
                   {"player", "wins %", "spread"},
                   {}};
  for (const auto& [name, player] : stats.players())
    table.rows.push_back({name, percent(equal_wins(player.wins_by_racks)),
                          with_bounds(player.spread_by_racks.intercept(), 2)});
  return table;
}

bool has_luck(const PlayerStats& player) { return player.luck.count() > 0; }

StatsTable equal_draws_table(const GameStats& stats) {
  StatsTable table{"With equal draws",
                   "Luck: what the racks drawn were worth on their boards, above other draws from "
                   "the same bags, in points a game. Wins and spread at a difference in luck of 0, "
                   "from regression lines over it.",
                   {"player", "games", "luck", "wins %", "spread"},
                   {}};
  for (const auto& [name, player] : stats.players())
    if (has_luck(player))
      table.rows.push_back(
          {name, count(player.luck.count()), mean(player.luck),
           met_others(stats) ? percent(equal_wins(player.wins_by_luck)) : "50.00",
           met_others(stats) ? with_bounds(player.spread_by_luck.intercept(), 2) : "0.00"});
  return table;
}

bool has_choices(const PlayerStats& player) { return player.spread_by_choices.count() > 0; }

// "22 or more", "8 to 21", "1 to 7", "0".
std::string bag_name(std::size_t bag_class) {
  const int least = kBagClasses[bag_class];
  if (bag_class == 0) return std::to_string(least) + " or more";
  const int most = kBagClasses[bag_class - 1] - 1;
  return least == most ? std::to_string(least)
                       : std::to_string(least) + " to " + std::to_string(most);
}

StatsTable choices_table(const GameStats& stats) {
  StatsTable table{
      "By choices",
      "What choices were worth above those of static equity if both sides then play on by it, less "
      "what the other side's were worth; who moved first does not count.",
      {"player", "games", "wins %", "spread"},
      {}};
  for (const auto& [name, player] : stats.players())
    if (has_choices(player))
      table.rows.push_back({name, count(player.spread_by_choices.count()),
                            percent(equal_wins(player.wins_by_choices.interval())),
                            mean(player.spread_by_choices)});
  return table;
}

StatsTable phases_table(const GameStats& stats) {
  StatsTable table{"Choices by tiles in the bag",
                   "Turns a game, those with a move other than static equity's, and what these "
                   "were worth above it, in points a game and in games of a hundred.",
                   {"player", "bag", "turns", "others", "points", "games %"},
                   {}};
  for (const auto& [name, player] : stats.players())
    for (std::size_t c = 0; has_choices(player) && c < player.choices.size(); ++c) {
      const PlayerStats::Choices& choices = player.choices[c];
      table.rows.push_back({name, bag_name(c), number(choices.turns.mean(), 2),
                            number(choices.differing.mean(), 2), mean(choices.points),
                            percent(choices.wins.interval())});
    }
  return table;
}

StatsTable first_move_table(const GameStats& stats) {
  StatsTable table{"First move and blanks", "", {"who", "games", "wins %"}, {}};
  const auto add = [&](const std::string& name, const Rate& rate) {
    table.rows.push_back({name, count(rate.games()), percent(rate)});
  };
  add("moved first", stats.first_mover());
  for (const auto& [blanks, rate] : stats.blanks())
    add("held " + (blanks == 0 ? "no" : std::to_string(blanks)) +
            (blanks == 1 ? " blank" : " blanks"),
        rate);
  return table;
}

StatsTable racks_table(const GameStats& stats) {
  const Rate& better = stats.better_racks();
  const Interval with = better.interval(), against{1 - with.value, 1 - with.high, 1 - with.low};
  StatsTable table{"Better racks",
                   "The side with the higher ARRV wins " + percent(better) +
                       " % of games; the other " + percent(against) +
                       " % are won against the tiles. A point of difference goes with " +
                       with_bounds(stats.spread_line().slope(), 2) +
                       " points of spread; the difference has a standard deviation of " +
                       number_or_dash(stats.difference().sd(), 2) + ".",
                   {"first mover's ARRV", "games", "its wins %", "its spread"},
                   {}};
  const auto add = [&](const char* side, double by, const GameStats::Outcome& outcome) {
    table.rows.push_back({std::string(side) + " by at least " + number(by, 1),
                          count(outcome.wins.games()), percent(outcome.wins),
                          mean(outcome.spread)});
  };
  for (std::size_t i = GameStats::kDifferences.size(); i-- > 0;)
    add("higher", GameStats::kDifferences[i], stats.ahead()[i]);
  for (std::size_t i = 0; i < GameStats::kDifferences.size(); ++i)
    add("lower", GameStats::kDifferences[i], stats.behind()[i]);
  return table;
}

StatsTable calibration_table(const std::string& by, const Calibration& calibration) {
  StatsTable table{"Chances to win by " + by,
                   "Slope " + with_bounds(calibration.all.slope(), 3) + " and intercept " +
                       with_bounds(calibration.all.intercept(), 3) +
                       " of results over chances; 1 and 0 if every chance came true.",
                   {"chance", "positions", "mean chance %", "won %"},
                   {}};
  for (std::size_t i = 0; i < calibration.tenths.size(); ++i) {
    const auto& [chance, won] = calibration.tenths[i];
    if (won.games() > 0)
      table.rows.push_back(
          {tenth_name(i), count(won.games()), number(100 * chance.mean(), 2), percent(won)});
  }
  return table;
}

Json json_of(const Interval& it) {
  return {{"value", it.value}, {"low", it.low}, {"high", it.high}};
}
Json json_of(const Rate& rate) {
  Json json = json_of(rate.interval());
  json["games"] = rate.games();
  return json;
}
Json json_of(const Mean& mean) {
  Json json = json_of(mean.interval());
  json["sd"] = mean.sd();
  return json;
}
Json json_of(const PlayerStats& player) {
  Json json = {{"wins", json_of(player.wins)},     {"score", json_of(player.score)},
               {"spread", json_of(player.spread)}, {"bingos", json_of(player.bingos)},
               {"turns", json_of(player.turns)},   {"points_a_turn", json_of(player.points_a_turn)},
               {"arrv", json_of(player.arrv)}};
  if (player.spread_by_racks.points() > 0)
    json["equal_racks"] = {{"wins", json_of(equal_wins(player.wins_by_racks))},
                           {"spread", json_of(player.spread_by_racks.intercept())}};
  if (has_luck(player))
    json["equal_draws"] = {{"luck", json_of(player.luck)},
                           {"games", player.luck.count()},
                           {"wins", json_of(equal_wins(player.wins_by_luck))},
                           {"spread", json_of(player.spread_by_luck.intercept())}};
  if (has_choices(player)) {
    Json phases = Json::array();
    for (std::size_t c = 0; c < player.choices.size(); ++c) {
      const PlayerStats::Choices& choices = player.choices[c];
      phases.push_back({{"bag_from", kBagClasses[c]},
                        {"turns", choices.turns.mean()},
                        {"others", choices.differing.mean()},
                        {"points", json_of(choices.points)},
                        {"wins", json_of(choices.wins)}});
    }
    json["choices"] = {{"games", player.spread_by_choices.count()},
                       {"wins", json_of(equal_wins(player.wins_by_choices.interval()))},
                       {"spread", json_of(player.spread_by_choices)},
                       {"phases", std::move(phases)}};
  }
  return json;
}

Json json_of(const std::array<GameStats::Outcome, 6>& outcomes) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    rows.push_back({{"by", GameStats::kDifferences[i]},
                    {"wins", json_of(outcomes[i].wins)},
                    {"spread", json_of(outcomes[i].spread)}});
  return rows;
}

Json json_of(const Calibration& calibration) {
  Json tenths = Json::array();
  for (std::size_t i = 0; i < calibration.tenths.size(); ++i) {
    const auto& [chance, won] = calibration.tenths[i];
    tenths.push_back({{"from", static_cast<double>(i) / 10},
                      {"to", static_cast<double>(i + 1) / 10},
                      {"positions", won.games()},
                      {"predicted", chance.interval().value},
                      {"won", json_of(won.interval())}});
  }
  return {{"tenths", std::move(tenths)},
          {"slope", json_of(calibration.all.slope())},
          {"intercept", json_of(calibration.all.intercept())}};
}

}  // namespace

std::vector<StatsTable> stats_tables(const GameStats& stats) {
  const bool racks = stats.difference().count() > 0;
  std::vector<StatsTable> tables{players_table(stats)};
  // With many players, as in a club, only --json has the intervals.
  constexpr std::size_t kFew = 4;
  if (stats.players().size() <= kFew) tables.push_back(intervals_table(stats));
  const auto any = [&](bool (*has)(const PlayerStats&)) {
    return std::any_of(stats.players().begin(), stats.players().end(),
                       [has](const auto& player) { return has(player.second); });
  };
  if (racks && met_others(stats) && !stats.own_racks()) tables.push_back(equal_racks_table(stats));
  if (any(has_luck)) tables.push_back(equal_draws_table(stats));
  if (any(has_choices) && met_others(stats)) tables.push_back(choices_table(stats));
  if (any(has_choices)) tables.push_back(phases_table(stats));
  tables.push_back(first_move_table(stats));
  if (racks) tables.push_back(racks_table(stats));
  for (const auto& [by, calibration] : stats.calibrations())
    tables.push_back(calibration_table(by, calibration));
  return tables;
}

Json stats_json(const GameStats& stats) {
  Json blanks = Json::array(), calibration = Json::object(), players = Json::object();
  for (const auto& [held, rate] : stats.blanks()) {
    blanks.push_back(json_of(rate));
    blanks.back()["held"] = held;
  }
  for (const auto& [by, given] : stats.calibrations()) calibration[by] = json_of(given);
  const auto make_even = [](Json& json) {
    for (const char* even : {"wins", "spread"}) json[even]["low"] = json[even]["high"] = nullptr;
  };
  for (const auto& [name, player] : stats.players()) {
    Json& of_player = players[name] = json_of(player);
    if (met_others(stats)) continue;
    make_even(of_player);
    for (const char* part : {"equal_racks", "equal_draws", "choices"})
      if (of_player.contains(part)) make_even(of_player[part]);
  }
  Json all = json_of(stats.all());
  make_even(all);
  return {{"games", stats.games()},
          {"first_mover", json_of(stats.first_mover())},
          {"all", std::move(all)},
          {"players", std::move(players)},
          {"blanks", std::move(blanks)},
          {"arrv",
           {{"better", json_of(stats.better_racks())},
            {"difference", json_of(stats.difference())},
            {"spread_a_point", json_of(stats.spread_line().slope())},
            {"ahead", json_of(stats.ahead())},
            {"behind", json_of(stats.behind())}}},
          {"calibration", std::move(calibration)}};
}

}  // namespace zymurgy
