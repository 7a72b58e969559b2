#include "protocol/go.h"

#include <algorithm>
#include <limits>

#include "game/text.h"
#include "protocol/modes.h"

namespace zymurgy {
namespace {

struct Keyword {
  std::string_view text;
  GoParameter parameter;
};
constexpr Keyword kNumbers[] = {{"depth", kGoDepth},       {"iterations", kGoIterations},
                                {"movetime", kGoMoveTime}, {"stopcondition", kGoStopCondition},
                                {"threads", kGoThreads},   {"1time", kGoClocks},
                                {"2time", kGoClocks},      {"1inc", kGoClocks},
                                {"2inc", kGoClocks}};
constexpr Keyword kFlags[] = {
    {"firstwin", kGoFirstWin}, {"infinite", kGoInfinite}, {"useinference", kGoUseInference}};
constexpr Keyword kMoveLists[] = {{"searchmoves", kGoSearchMoves},
                                  {"alsosearchmoves", kGoAlsoSearchMoves}};

const Keyword* find(auto&& words, std::string_view token) {
  const auto found = std::find_if(std::begin(words), std::end(words), [&](const Keyword& word) {
    return same_ignoring_case(word.text, token);
  });
  return found == std::end(words) ? nullptr : &*found;
}

bool known(std::string_view token) {
  return find(kNumbers, token) || find(kFlags, token) || find(kMoveLists, token) ||
         find_mode(token);
}

// More than anything can use: a larger number means no limit.
constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

// A time may be below zero, as on a clock that has run out; no other number may.
bool acceptable(const Keyword& word, std::int64_t value) {
  if (word.parameter == kGoStopCondition) return value == 95 || value == 98 || value == 99;
  if (word.parameter == kGoThreads) return value >= 1 && value <= 1024;
  if (word.parameter == kGoIterations || word.parameter == kGoDepth) return value >= 1;
  return value >= 0 || word.text.ends_with("time");
}

std::size_t player_of(const Keyword& clock) { return clock.text[0] == '1' ? 0 : 1; }

auto& clock_of(auto& request, const Keyword& word) {
  auto& of_both = word.text.ends_with("time") ? request.times : request.increments;
  return of_both[player_of(word)];
}

void store(GoRequest& request, const Keyword& word, std::int64_t value) {
  switch (word.parameter) {
    case kGoDepth:
      request.depth = value;
      break;
    case kGoIterations:
      request.iterations = value;
      break;
    case kGoMoveTime:
      request.move_time = std::max<std::int64_t>(value, 0);
      break;
    case kGoStopCondition:
      request.stop_condition = value;
      break;
    case kGoThreads:
      request.threads = value;
      break;
    default:  // a clock
      clock_of(request, word) = value;
  }
  request.given |= word.parameter;
}

// Takes the moves after a list's keyword, up to the next keyword.
void take_moves(std::string_view& text, const Keyword& list, GoRequest& request) {
  auto& moves = list.parameter == kGoSearchMoves ? request.search_moves : request.also_search_moves;
  for (std::string_view rest = text, move; !(move = take_token(rest)).empty() && !known(move);
       text = rest)
    moves.emplace_back(move);
  if (moves.empty())
    request.not_understood.emplace_back(list.text);
  else
    request.given |= list.parameter;
}

// Takes the number after a keyword. Anything else in its place is skipped, unless it is a keyword.
void take_number(std::string_view& text, const Keyword& word, GoRequest& request) {
  std::string_view rest = text;
  const std::string_view written = take_token(rest);
  const auto value = to_number<std::int64_t>(written);
  const bool missing = !value && known(written);
  if (value && acceptable(word, *value))
    store(request, word, std::min(*value, kMost));
  else
    request.not_understood.push_back(std::string(word.text) +
                                     (missing ? "" : ' ' + in_quotes(written)));
  if (!missing) text = rest;
}

void drop_increments_without_clocks(GoRequest& request) {
  for (const Keyword& word : kNumbers) {
    if (word.parameter != kGoClocks || request.times[player_of(word)]) continue;
    if (auto& increment = clock_of(request, word)) {
      request.not_understood.push_back(std::string(word.text) + ' ' + std::to_string(*increment));
      increment.reset();
    }
  }
}

}  // namespace

GoRequest parse_go(std::string_view text) {
  GoRequest request;
  bool mode_given = false;
  for (std::string_view token; !(token = take_token(text)).empty();) {
    if (const Mode* mode = find_mode(token); mode && !mode_given) {
      request.mode = mode->name;
      mode_given = true;
    } else if (const Keyword* flag = find(kFlags, token)) {
      request.given |= flag->parameter;
    } else if (const Keyword* list = find(kMoveLists, token)) {
      take_moves(text, *list, request);
    } else if (const Keyword* word = find(kNumbers, token)) {
      take_number(text, *word, request);
    } else {
      request.not_understood.push_back(in_quotes(token));
    }
  }
  drop_increments_without_clocks(request);
  return request;
}

std::vector<std::string_view> go_words(const GoRequest& request, std::uint32_t bits) {
  std::vector<std::string_view> words;
  const auto add = [&](auto&& table) {
    for (const Keyword& word : table)
      if ((request.given & bits & word.parameter) != 0 &&
          (word.parameter != kGoClocks || clock_of(request, word)))
        words.push_back(word.text);
  };
  add(kNumbers);
  add(kFlags);
  add(kMoveLists);
  return words;
}

}  // namespace zymurgy
