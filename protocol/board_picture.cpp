#include "protocol/board_picture.h"

#include <algorithm>
#include <cstdint>

#include "game/text.h"

namespace zymurgy {
namespace {

// ANSI "select graphic rendition" parameters.
constexpr const char* kTileColour = "30;103";
constexpr const char* kLastColour = "1;30;107";

const char* colour_of(Premium premium) {
  if (premium.word > 2) return "97;41";
  if (premium.word == 2) return "97;45";
  if (premium.letter > 2) return "97;44";
  return premium.letter == 2 ? "30;46" : "2";
}

char mark_of(Premium premium) {
  if (premium == Premium{}) return '.';
  return premium.word > 1 ? kWordMarks[premium.word - 1] : kLetterMarks[premium.letter - 1];
}

// A digraph is shown without its brackets.
std::string bare(const std::string& tile) {
  return tile.starts_with('[') ? tile.substr(1, tile.size() - 2) : tile;
}

std::string flush_right(const std::string& text, int width) {
  return std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ') + text;
}

bool lies_on(const Move& play, Square square) {
  for (int i = 0; i < play.length; ++i)
    if (play.square(i) == square) return true;
  return false;
}

}  // namespace

std::vector<std::string> board_picture(const Position& position, const BoardStyle& style) {
  const TileSet& tiles = position.tiles();
  int width = 1;
  for (int l = 1; l <= tiles.letters(); ++l)
    width = std::max(width, columns(bare(tiles.tile_text(static_cast<Tile>(l)))));

  std::vector<std::string> lines;
  std::string header = "   ";
  for (int col = 0; col < kBoardDim; ++col)
    header += flush_right(std::string(1, static_cast<char>('A' + col)), width + 1);
  lines.push_back(header);
  for (int row = 0; row < kBoardDim; ++row) {
    std::string line = flush_right(std::to_string(row + 1), 2) + ' ';
    for (int col = 0; col < kBoardDim; ++col) {
      const Square square{static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(col)};
      const Tile tile = position.board().at(square);
      const Premium premium = position.layout().at(row, col);
      const bool start = position.layout().start() == square;
      const std::string text = tile != kEmpty ? bare(tiles.tile_text(tile))
                               : style.empty  ? style.empty(square)
                                              : std::string(1, start ? '*' : mark_of(premium));
      const std::string cell = flush_right(text, width + 1);
      if (!style.colours) {
        line += cell;
        continue;
      }
      const bool last = style.last && style.last->is_play() && lies_on(*style.last, square);
      const char* colour = tile == kEmpty ? colour_of(premium) : last ? kLastColour : kTileColour;
      line += std::string("\x1b[") + colour + "m" + cell + "\x1b[0m";
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace zymurgy
