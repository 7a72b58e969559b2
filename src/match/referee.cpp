#include "match/referee.h"

#include <algorithm>

#include "protocol/notation.h"
#include "protocol/text.h"

namespace zymurgy {

Result<Move> judge_move(std::string_view best_move, const Position& position,
                        const Lexicon& lexicon) {
  const TileSet& tiles = position.tiles();
  const auto said = parse_ucgi_move(best_move, tiles);
  if (!said) return tl::unexpected(said.error());
  const auto refuse = [&](const std::string& why) {
    return failure("move " + shown(best_move) + ": " + why);
  };
  if (said->kind == MoveText::Kind::kPhony) return refuse("a phony is no answer");
  auto move = resolve(*said, position);
  if (!move) return move;
  if (!move->names_its_tiles()) return refuse("it does not say which tiles");
  if (!move->is_play()) return move;
  for (const Word& word : words_formed(position.board(), *move)) {
    Word letters = word;
    std::transform(word.begin(), word.end(), letters.begin(), letter_of);
    if (!lexicon.graph().contains(letters))
      return refuse(tiles.word_text(word.data(), static_cast<int>(word.size())) +
                    " is no word of " + lexicon.code());
  }
  return move;
}

}  // namespace zymurgy
