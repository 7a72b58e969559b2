#include "support/slow_generator.h"

#include <algorithm>

#include "game/scoring.h"

namespace zymurgy::test {
namespace {

class SlowGenerator {
 public:
  SlowGenerator(const Position& position, const Lexicon& lexicon)
      : position_(position), lexicon_(lexicon) {}

  std::vector<Move> run() {
    lexicon_.graph().for_each_word([&](const Letter* word, int length) {
      if (length < 2 || length > kBoardDim) return;
      for (const Direction direction : {Direction::kHorizontal, Direction::kVertical})
        for (std::uint8_t row = 0; row < kBoardDim; ++row)
          for (std::uint8_t col = 0; col < kBoardDim; ++col)
            try_word(word, length, direction, row, col);
    });
    std::sort(plays_.begin(), plays_.end(), Move::before);
    return std::move(plays_);
  }

 private:
  void try_word(const Letter* word, int length, Direction direction, std::uint8_t row,
                std::uint8_t col) {
    if ((direction == Direction::kHorizontal ? col : row) + length > kBoardDim) return;
    if (position_.board().empty() && direction == Direction::kVertical) return;
    Move play;
    play.kind = MoveKind::kPlay;
    play.direction = direction;
    play.row = row;
    play.col = col;
    play.length = static_cast<std::uint8_t>(length);
    choose_tiles(play, word, 0, position_.rack());
  }

  // Lays the word's letters from index i on, each as a tile of the letter or as a blank.
  void choose_tiles(Move& play, const Letter* word, int i, const Rack& rack) {
    if (i == play.length) return judge(play);
    const Tile there = position_.board().at(play.square(i));
    if (there != kEmpty) {
      if (letter_of(there) == word[i]) choose_tiles(play, word, i + 1, rack);
      return;
    }
    for (const Tile tile : {word[i], blank_as(word[i])}) {
      const Letter source = source_of(tile);
      if (rack[source] == 0) continue;
      Rack rest = rack;
      rest.remove(source);
      play.tiles[static_cast<std::size_t>(i)] = tile;
      choose_tiles(play, word, i + 1, rest);
      play.tiles[static_cast<std::size_t>(i)] = kEmpty;
    }
  }

  void judge(const Move& play) {
    const auto checked = check_placement(position_.board(), position_.layout(), position_.tiles(),
                                         position_.rules(), play);
    if (!checked) return;
    const auto words = words_formed(position_.board(), *checked);
    for (const Word& word : words) {
      std::vector<Letter> letters;
      for (const Tile tile : word) letters.push_back(letter_of(tile));
      if (!lexicon_.graph().contains(letters)) return;
    }
    if (checked->tiles_played == 1 && words.size() == 2 && play.direction == Direction::kVertical)
      return;
    plays_.push_back(*checked);
  }

  const Position& position_;
  const Lexicon& lexicon_;
  std::vector<Move> plays_;
};

}  // namespace

std::vector<Move> every_play(const Position& position, const Lexicon& lexicon) {
  return SlowGenerator(position, lexicon).run();
}

}  // namespace zymurgy::test
