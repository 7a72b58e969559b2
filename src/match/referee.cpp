#include "match/referee.h"

#include "game/text.h"
#include "protocol/notation.h"

namespace zymurgy {

Result<Move> judge_move(std::string_view best_move, const Position& position,
                        const Lexicon& lexicon) {
  const auto said = parse_ucgi_move(best_move, position.tiles());
  if (!said) return tl::unexpected(said.error());
  const auto refuse = [&](const std::string& why) {
    return failure("move " + shown(best_move) + ": " + why);
  };
  if (said->kind == MoveText::Kind::kPhony) return refuse("a phony is no answer");
  auto move = resolve(*said, position);
  if (!move) return move;
  if (!move->names_its_tiles()) return refuse("it does not say which tiles");
  if (auto valid = check_words(*move, position, lexicon); !valid)
    return refuse(valid.error().message);
  return move;
}

}  // namespace zymurgy
