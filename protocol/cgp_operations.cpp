#include "protocol/cgp_operations.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "game/supply.h"
#include "game/text.h"

namespace zymurgy {
namespace {

using Text = std::string_view;
using Cgp = CgpPosition;

struct RuleName {
  Text name;
  ChallengeRule rule;
};
constexpr RuleName kRuleNames[] = {
    {"void", ChallengeRule::kVoid},
    {"single", ChallengeRule::kSingle},
    {"double", ChallengeRule::kDouble},
    {"triple", ChallengeRule::kTriple},
    {"5pt", ChallengeRule::kFivePoint},
    {"10pt", ChallengeRule::kTenPoint},
    {"five_point", ChallengeRule::kFivePoint},
    {"ten_point", ChallengeRule::kTenPoint},
};

template <typename Number>
Result<void> read_number(Text operands, Number low, Number high, Number& value) {
  const auto number = to_number<Number>(operands);
  if (!number || *number < low || *number > high)
    return failure("expected a number from " + std::to_string(low) + " to " + std::to_string(high) +
                   ", found " + in_quotes(operands));
  value = *number;
  return {};
}

template <int Rules::*member, const Rules::Bounds& bounds>
Result<void> read_rule(Cgp& cgp, Text operands) {
  Rules rules = cgp.position.rules();
  auto read = read_number(operands, bounds.least, bounds.most, rules.*member);
  cgp.position.set_rules(rules);
  return read;
}

template <int Rules::*member>
std::string write_rule(const Cgp& cgp) {
  return std::to_string(cgp.position.rules().*member);
}

template <int Rules::*member>
bool rule_needed(const Cgp& cgp) {
  return cgp.position.rules().*member != Rules{}.*member;
}

Result<void> read_word(Text operands, std::string& value) {
  if (operands.empty()) return failure("the name is missing");
  value = operands;
  return {};
}

template <std::string Cgp::*member>
Result<void> read_name(Cgp& cgp, Text operands) {
  return read_word(operands, cgp.*member);
}
template <std::string Cgp::*member>
bool name_needed(const Cgp& cgp) {
  return !(cgp.*member).empty();
}
template <std::string Cgp::*member>
std::string write_name(const Cgp& cgp) {
  return cgp.*member;
}

template <std::int64_t Cgp::*member>
Result<void> read_time(Cgp& cgp, Text operands) {
  return read_number<std::int64_t>(operands, 0, std::numeric_limits<std::int32_t>::max(),
                                   cgp.*member);
}
template <std::int64_t Cgp::*member>
bool time_needed(const Cgp& cgp) {
  return cgp.*member != 0;
}
template <std::int64_t Cgp::*member>
std::string write_time(const Cgp& cgp) {
  return std::to_string(cgp.*member);
}

Result<void> read_clocks(Cgp& cgp, Text operands) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const auto pair = split_pair(operands, "clocks");
  if (!pair) return tl::unexpected(pair.error());
  auto& clocks = cgp.clocks.emplace();
  for (std::size_t i = 0; i < clocks.size(); ++i)
    if (auto read = read_number((*pair)[i], -kMost, kMost, clocks[i]); !read) return read;
  return {};
}

Result<void> read_challenge(Cgp& cgp, Text operands) {
  const auto rule = parse_challenge_rule(operands);
  if (!rule) return failure("unknown challenge rule " + in_quotes(operands));
  Rules rules = cgp.position.rules();
  rules.challenge = *rule;
  cgp.position.set_rules(rules);
  return {};
}

constexpr Text kChallenged = "challenge";

// Whether any position allows the last move; the one in which it was made is not known.
Result<void> check_last_move(const MoveText& move, const Position& after) {
  const std::size_t before = move.direction == Direction::kHorizontal ? move.col : move.row;
  if (before + move.word.size() > kBoardDim) return failure("the play runs off the board");
  Position start(after.tiles(), after.layout());
  if (move.rack) start.set_rack(0, *move.rack);
  if (auto enough = check_supply(start); !enough) return enough;
  return check_holds(start, move.tiles);
}

// Also reads other programs' forms: `-` and a number or tiles, `challenge` before a play that was
// challenged off, `+N` after one that was challenged in vain.
Result<void> read_last_move(Cgp& cgp, Text operands) {
  Text rest = operands;
  const bool came_off = same_ignoring_case(take_token(rest), kChallenged);
  if (came_off) operands = trim(rest);
  std::optional<int> won;
  if (const std::size_t plus = operands.rfind(" +"); plus != Text::npos) {
    const Text points = operands.substr(plus + 2);
    if (auto read = read_number(points, 0, kMostChallengePoints, won.emplace()); !read) return read;
    operands = trim(operands.substr(0, plus));
  }
  auto move = parse_move(operands, cgp.position.tiles());
  if (!move) return tl::unexpected(move.error());
  if (move->kind == MoveText::Kind::kRack) return failure("a rack is not a move");
  if ((came_off || won) && move->kind != MoveText::Kind::kPlay)
    return failure("only a play can be challenged");
  if (came_off && (won || move->challenge_points != 0 || move->turn_loss))
    return failure("a play that was challenged off wins nothing");
  if (came_off) move->kind = MoveText::Kind::kPhony;
  if (won) move->challenge_points = *won;
  if (auto possible = check_last_move(*move, cgp.position); !possible)
    return tl::unexpected(bad_move(operands, possible.error().message));
  cgp.last_move = *move;
  return {};
}

// UCGI separates a move's fields by '.', so a word with '.' in it is written in human notation.
std::string write_last_move(const Cgp& cgp) {
  const MoveText& move = *cgp.last_move;
  const TileSet& tiles = cgp.position.tiles();
  const bool has_dots = std::find(move.word.begin(), move.word.end(), kEmpty) != move.word.end();
  if (!has_dots) return ucgi_text(move, tiles);
  const bool came_off = move.kind == MoveText::Kind::kPhony;
  return (came_off ? std::string(kChallenged) + ' ' : "") + human_text(move, tiles) +
         (move.challenge_points != 0 ? " +" + std::to_string(move.challenge_points) : "");
}

Result<void> read_flag(Cgp& cgp, Text operands) {
  if (!operands.empty()) return failure("no operand expected, found " + in_quotes(operands));
  cgp.ignore_opponent_rack = true;
  return {};
}

// `ld` and `bdn` are read before all fields, which depend on them (empty_position in cgp.cpp).
Result<void> already_read(Cgp&, Text) { return {}; }

constexpr CgpField kFields[] = {
    {"lex", read_name<&Cgp::lexicon>, name_needed<&Cgp::lexicon>, write_name<&Cgp::lexicon>},
    {"ld", already_read,
     [](const Cgp& cgp) { return cgp.position.tiles().name() != CgpDefaults{}.tiles->name(); },
     [](const Cgp& cgp) { return cgp.position.tiles().name(); }},
    {"bdn", already_read,
     [](const Cgp& cgp) { return cgp.position.layout().name() != CgpDefaults{}.layout->name(); },
     [](const Cgp& cgp) { return cgp.position.layout().name(); }},
    {"var", read_name<&Cgp::variant>, name_needed<&Cgp::variant>, write_name<&Cgp::variant>},
    {"bb", read_rule<&Rules::bingo_bonus, Rules::kBonuses>, rule_needed<&Rules::bingo_bonus>,
     write_rule<&Rules::bingo_bonus>},
    {"etl", read_rule<&Rules::exchange_limit, Rules::kExchangeLimits>,
     rule_needed<&Rules::exchange_limit>, write_rule<&Rules::exchange_limit>},
    {"mcnz", read_rule<&Rules::max_scoreless_turns, Rules::kScorelessTurns>,
     rule_needed<&Rules::max_scoreless_turns>, write_rule<&Rules::max_scoreless_turns>},
    {"cr", read_challenge,
     [](const Cgp& cgp) { return cgp.position.rules().challenge != Rules{}.challenge; },
     [](const Cgp& cgp) {
       return std::string(challenge_rule_text(cgp.position.rules().challenge));
     }},
    {"lm", read_last_move, [](const Cgp& cgp) { return cgp.last_move.has_value(); },
     write_last_move},
    {"tmr", read_clocks, [](const Cgp& cgp) { return cgp.clocks.has_value(); },
     [](const Cgp& cgp) {
       const auto first = static_cast<std::size_t>(cgp.position.on_turn());
       return std::to_string((*cgp.clocks)[first]) + '/' + std::to_string((*cgp.clocks)[1 - first]);
     }},
    {"ti", read_time<&Cgp::increment>, time_needed<&Cgp::increment>, write_time<&Cgp::increment>},
    {"to", read_time<&Cgp::overtime>, time_needed<&Cgp::overtime>, write_time<&Cgp::overtime>},
    {"oru", read_flag, [](const Cgp& cgp) { return cgp.ignore_opponent_rack; },
     [](const Cgp&) { return std::string(); }},
    {"gid", read_name<&Cgp::game_id>, name_needed<&Cgp::game_id>, write_name<&Cgp::game_id>},
};
static_assert(std::size(kFields) <= 32, "CgpPosition::given has a bit for each");

}  // namespace

std::span<const CgpField> cgp_fields() { return kFields; }

std::optional<ChallengeRule> parse_challenge_rule(std::string_view text) {
  for (const RuleName& known : kRuleNames)
    if (same_ignoring_case(known.name, text)) return known.rule;
  return std::nullopt;
}

std::string_view challenge_rule_text(ChallengeRule rule) {
  for (const RuleName& known : kRuleNames)
    if (known.rule == rule) return known.name;
  return {};
}

Result<std::array<std::string_view, 2>> split_pair(std::string_view text, const std::string& what) {
  const auto parts = std::count(text.begin(), text.end(), '/') + 1;
  if (parts != 2)
    return failure((parts > 2 ? "too many " : "too few ") + what + ": expected 2, found " +
                   std::to_string(parts) + " in " + in_quotes(text));
  const std::string_view first = take_until(text, '/');
  return std::array{first, text};
}

}  // namespace zymurgy
