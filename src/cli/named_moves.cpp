#include "cli/named_moves.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "movegen/candidate.h"
#include "protocol/resolve.h"

namespace zymurgy {

void add_move_option(cxxopts::Options& options, const std::string& help) {
  options.add_options()("move", help + " (repeatable)", cxxopts::value<std::vector<std::string>>(),
                        "MOVE");
}

Outcome<std::vector<Move>> moves_given(const cxxopts::ParseResult& parsed,
                                       const Position& position) {
  if (!given(parsed, "move")) return std::vector<Move>{};
  return moves_in(parsed["move"].as<std::vector<std::string>>(), position);
}

Outcome<std::vector<Move>> moves_in(const std::vector<std::string>& texts,
                                    const Position& position) {
  std::vector<Move> moves;
  for (const std::string& text : texts) {
    const auto move = move_of_rack(text, position);
    if (!move) return input_error("bad-move", move.error());
    if (!holds(moves, *move)) moves.push_back(*move);
  }
  return moves;
}

void note_phony(nlohmann::ordered_json& row, const Move& move, const Position& position,
                const Lexicon& lexicon) {
  if (const auto words = check_words(move, position, lexicon); !words)
    row["phony"] = words.error().message;
}

void print_phonies(std::span<const Move> moves, const Position& position, const Lexicon& lexicon) {
  for (const Move& move : moves)
    if (const auto words = check_words(move, position, lexicon); !words)
      std::printf("%s\n", words.error().message.c_str());
}

}  // namespace zymurgy
