#include "protocol/notation.h"

#include <algorithm>

#include "game/text.h"

namespace zymurgy {
namespace {

// Reads the word of a play. '.' stands for a letter on the board, and parentheses enclose letters,
// or dots, that lie there.
Result<void> read_word(std::string_view text, const TileSet& tiles, MoveText& move) {
  bool inside = false;
  while (!text.empty()) {
    if (text[0] == '(' || text[0] == ')') {
      if (inside == (text[0] == '(')) return failure("unbalanced parentheses");
      inside = text[0] == '(';
      text.remove_prefix(1);
      continue;
    }
    if (move.word.size() == static_cast<std::size_t>(kBoardDim))
      return failure("the word is longer than the board");
    const bool dot = text[0] == '.';
    Tile tile = kEmpty;
    if (dot) {
      text.remove_prefix(1);
    } else {
      auto taken = tiles.take_tile(text);
      if (!taken) return tl::unexpected(taken.error());
      if (*taken == kBlank)
        return failure("a blank in a word is written as its letter, in lower case");
      tile = *taken;
    }
    if (dot || inside) move.through |= 1U << move.word.size();
    move.word.push_back(tile);
  }
  if (inside) return failure("unbalanced parentheses");
  if (move.word.empty()) return failure("the word is missing");
  return {};
}

Result<void> read_play(std::string_view place, std::string_view word, const TileSet& tiles,
                       MoveText& move) {
  const auto at = parse_place(place);
  if (!at)
    return failure(in_quotes(place) + " is not a square" +
                   (word.empty() ? "; a play begins with its square: 8H.WORD" : ""));
  move.row = at->square.row;
  move.col = at->square.col;
  move.direction = at->direction;
  return read_word(word, tiles, move);
}

Result<void> read_rack(std::string_view text, const TileSet& tiles, TileCounts& rack) {
  return parse_rack(text, tiles).map([&rack](const Rack& parsed) { rack = parsed; });
}

// Reads the tiles of an exchange, or only their number.
Result<void> read_exchange(std::string_view text, const TileSet& tiles, MoveText& move) {
  move.kind = MoveText::Kind::kExchange;
  if (const auto count = to_number<int>(text)) {
    move.count = *count;
  } else {
    if (auto read = read_rack(text, tiles, move.tiles); !read) return read;
    move.count = move.tiles.size();
  }
  if (move.count < 1 || move.count > kRackSize)
    return failure("an exchange is of 1 to " + std::to_string(kRackSize) + " tiles");
  return {};
}

// What may follow a move: [.RACK[.CHALLENGEPOINTS[.TURNLOSS]]].
Result<void> read_rack_and_challenge(std::string_view text, const TileSet& tiles, MoveText& move) {
  if (const std::string_view rack = take_until(text, '.'); !rack.empty())
    if (auto read = read_rack(rack, tiles, move.rack.emplace()); !read) return read;
  if (const std::string_view points = take_until(text, '.'); !points.empty()) {
    const auto value = to_number<int>(points);
    if (!value || *value < 0 || *value > kMostChallengePoints)
      return failure(in_quotes(points) + " is not a number of challenge points");
    move.challenge_points = *value;
  }
  if (text.empty()) return {};
  if (text != "0" && text != "1") return failure("turn loss is 0 or 1, not " + in_quotes(text));
  move.turn_loss = text == "1";
  return {};
}

Result<void> read_ucgi(std::string_view text, const TileSet& tiles, MoveText& move) {
  std::string_view head = take_until(text, '.');
  if (same_ignoring_case(head, "rack")) {
    move.kind = MoveText::Kind::kRack;
    return read_rack(text, tiles, move.tiles);
  }
  if (same_ignoring_case(head, "ex")) {
    if (auto read = read_exchange(take_until(text, '.'), tiles, move); !read) return read;
  } else if (!same_ignoring_case(head, "pass")) {
    const bool phony = same_ignoring_case(head, "phony");
    if (phony) head = take_until(text, '.');
    move.kind = phony ? MoveText::Kind::kPhony : MoveText::Kind::kPlay;
    if (auto read = read_play(head, take_until(text, '.'), tiles, move); !read) return read;
  }
  if (auto read = read_rack_and_challenge(text, tiles, move); !read) return read;
  if (move.kind != MoveText::Kind::kPlay && (move.challenge_points != 0 || move.turn_loss))
    return failure("only a play that stands wins a challenge");
  return {};
}

Result<void> read_human(std::string_view text, const TileSet& tiles, MoveText& move) {
  text = trim(text);
  if (text == "-" || same_ignoring_case(text, "pass")) return {};
  if (text.starts_with('-')) return read_exchange(trim(text.substr(1)), tiles, move);
  const std::size_t gap = std::min(text.find_first_of(" \t."), text.size());
  const std::string_view first = text.substr(0, gap);
  const std::string_view rest = trim(text.substr(std::min(gap + 1, text.size())));
  if (means_exchange(first)) return read_exchange(rest, tiles, move);
  move.kind = MoveText::Kind::kPlay;
  return read_play(first, rest, tiles, move);
}

template <typename Reader>
Result<MoveText> parse_with(Reader read, std::string_view text, const TileSet& tiles) {
  MoveText move;
  if (auto done = read(text, tiles, move); !done)
    return tl::unexpected(bad_move(text, done.error().message));
  return move;
}

// 8H across, H8 down.
std::string place_text(const MoveText& move) {
  const std::string column(1, static_cast<char>('A' + move.col));
  const std::string row = std::to_string(move.row + 1);
  return move.direction == Direction::kHorizontal ? row + column : column + row;
}

// Letters marked as on the board are in parentheses; a '.' needs none.
std::string word_text(const MoveText& move, const TileSet& tiles) {
  std::string word;
  bool inside = false;
  for (std::size_t i = 0; i < move.word.size(); ++i) {
    const Tile tile = move.word[i];
    const bool marked = tile != kEmpty && ((move.through >> i) & 1) != 0;
    if (marked != inside) word += marked ? '(' : ')';
    inside = marked;
    word += tile == kEmpty ? "." : tiles.tile_text(tile);
  }
  return inside ? word + ')' : word;
}

// The tiles of an exchange, or their number.
std::string exchanged_text(const MoveText& move, const TileSet& tiles) {
  return move.tiles.empty() ? std::to_string(move.count) : tiles.rack_text(move.tiles);
}

// The text of a move, with the letters of the board that it plays through.
MoveText with_all_letters(const Move& move, const Board& board) {
  MoveText text = text_of(move);
  for (std::size_t i = 0; i < text.word.size(); ++i)
    if (text.word[i] == kEmpty) text.word[i] = board.at(move.square(static_cast<int>(i)));
  return text;
}

}  // namespace

Error bad_move(std::string_view text, const std::string& what) {
  return {"move " + in_quotes(text) + ": " + what};
}

Result<Rack> parse_rack(std::string_view text, const TileSet& tiles) {
  auto rack = tiles.parse_rack(text);
  if (!rack) return failure("rack " + in_quotes(text) + ": " + rack.error().message);
  if (rack->size() > kRackSize)
    return failure("rack " + in_quotes(text) + ": " + std::to_string(rack->size()) +
                   " tiles, at most " + std::to_string(kRackSize));
  return *rack;
}

Result<MoveText> parse_ucgi_move(std::string_view text, const TileSet& tiles) {
  return parse_with(read_ucgi, text, tiles);
}

bool means_exchange(std::string_view word) {
  return same_ignoring_case(word, "ex") || same_ignoring_case(word, "exchange");
}

Result<MoveText> parse_human_move(std::string_view text, const TileSet& tiles) {
  return parse_with(read_human, text, tiles);
}

Result<MoveText> parse_move(std::string_view text, const TileSet& tiles) {
  const bool human = text.starts_with('-') || text.find(' ') != text.npos;
  return human ? parse_human_move(text, tiles) : parse_ucgi_move(text, tiles);
}

std::string ucgi_text(const MoveText& move, const TileSet& tiles) {
  std::string text;
  switch (move.kind) {
    case MoveText::Kind::kPass:
      text = "pass";
      break;
    case MoveText::Kind::kRack:
      return "rack." + tiles.rack_text(move.tiles);
    case MoveText::Kind::kExchange:
      text = "ex." + exchanged_text(move, tiles);
      break;
    case MoveText::Kind::kPhony:
      text = "phony.";
      [[fallthrough]];
    case MoveText::Kind::kPlay:
      text += place_text(move) + '.' + word_text(move, tiles);
  }
  const bool points = move.challenge_points != 0 || move.turn_loss;
  if (move.rack || points) text += '.' + (move.rack ? tiles.rack_text(*move.rack) : "");
  if (points) text += '.' + std::to_string(move.challenge_points);
  if (move.turn_loss) text += ".1";
  return text;
}

std::string human_text(const MoveText& move, const TileSet& tiles) {
  if (move.kind == MoveText::Kind::kPass) return "-";
  if (move.kind == MoveText::Kind::kExchange) return '-' + exchanged_text(move, tiles);
  return place_text(move) + ' ' + word_text(move, tiles);
}

MoveText text_of(const Move& move) {
  MoveText text;
  text.direction = move.direction;
  text.row = move.row;
  text.col = move.col;
  if (move.kind == MoveKind::kExchange) {
    text.kind = MoveText::Kind::kExchange;
    text.tiles = move.used();
    text.count = move.tiles_played;
  } else if (move.is_play()) {
    text.kind = MoveText::Kind::kPlay;
    text.word.assign(move.tiles.begin(), move.tiles.begin() + move.length);
    for (int i = 0; i < move.length; ++i)
      if (move.tiles[i] == kEmpty) text.through |= 1U << i;
  }
  return text;
}

std::string ucgi_text(const Move& move, const Position& before) {
  MoveText text = with_all_letters(move, before.board());
  text.through = 0;  // no parentheses: not every program reads them
  return ucgi_text(text, before.tiles());
}

std::string display_text(const Move& move, const Position& before) {
  if (move == Move::pass()) return "pass";
  return human_text(with_all_letters(move, before.board()), before.tiles());
}

std::string points_text(Equity equity) { return fixed(in_points(equity), 3); }

std::optional<Place> parse_place(std::string_view text) {
  const auto is_column = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  if (text.size() < 2) return std::nullopt;
  const bool down = is_column(text.front());
  const char letter = down ? text.front() : text.back();
  const std::string_view digits = down ? text.substr(1) : text.substr(0, text.size() - 1);
  if (!is_column(letter) || digits[0] < '1' || digits[0] > '9') return std::nullopt;
  const auto row = to_number<int>(digits);
  const int col = (letter & 0x1f) - 1;
  if (!row || !Board::inside(*row - 1, col)) return std::nullopt;
  return Place{{static_cast<std::uint8_t>(*row - 1), static_cast<std::uint8_t>(col)},
               down ? Direction::kVertical : Direction::kHorizontal};
}

}  // namespace zymurgy
