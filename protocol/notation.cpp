#include "protocol/notation.h"

#include <algorithm>

#include "game/scoring.h"
#include "game/supply.h"
#include "game/text.h"

namespace zymurgy {
namespace {

tl::unexpected<Error> bad_move(std::string_view text, const std::string& what) {
  return failure("move " + shown(text) + ": " + what);
}

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
  if (!at) return failure("no square is called " + shown(place));
  move.row = at->square.row;
  move.col = at->square.col;
  move.direction = at->direction;
  return read_word(word, tiles, move);
}

Result<void> read_rack(std::string_view text, const TileSet& tiles, TileCounts& rack) {
  return parse_rack(text, tiles).map([&rack](const Rack& its) { rack = its; });
}

// Tiles, or only their number.
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
Result<void> read_circumstances(std::string_view text, const TileSet& tiles, MoveText& move) {
  if (const std::string_view rack = take_until(text, '.'); !rack.empty())
    if (auto read = read_rack(rack, tiles, move.rack.emplace()); !read) return read;
  if (const std::string_view points = take_until(text, '.'); !points.empty()) {
    const auto value = to_number<int>(points);
    if (!value || *value < 0 || *value > 1000)
      return failure(shown(points) + " is no number of challenge points");
    move.challenge_points = *value;
  }
  if (text.empty()) return {};
  if (text != "0" && text != "1") return failure("turn loss is 0 or 1, not " + shown(text));
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
  return read_circumstances(text, tiles, move);
}

Result<void> read_human(std::string_view text, const TileSet& tiles, MoveText& move) {
  text = trim(text);
  if (text == "-" || same_ignoring_case(text, "pass")) return {};
  if (text.starts_with('-')) return read_exchange(trim(text.substr(1)), tiles, move);
  if (same_ignoring_case(text.substr(0, 3), "ex."))
    return read_exchange(text.substr(3), tiles, move);
  move.kind = MoveText::Kind::kPlay;
  const std::size_t gap = std::min(text.find_first_of(" \t."), text.size());
  return read_play(text.substr(0, gap), trim(text.substr(std::min(gap + 1, text.size()))), tiles,
                   move);
}

template <typename Reader>
Result<MoveText> parse_with(Reader read, std::string_view text, const TileSet& tiles) {
  MoveText move;
  if (auto done = read(text, tiles, move); !done) return bad_move(text, done.error().message);
  return move;
}

Result<Move> resolve_play(const MoveText& text, const Position& position) {
  const Board& board = position.board();
  Move play;
  play.kind = MoveKind::kPlay;
  play.direction = text.direction;
  play.row = text.row;
  play.col = text.col;
  play.length = static_cast<std::uint8_t>(text.word.size());
  for (int i = 0; i < play.length; ++i) {
    const Square square = play.square(i);
    if (!Board::inside(square.row, square.col)) return failure("the play runs off the board");
    const Tile said = text.word[i];
    const Tile there = board.at(square);
    if (there == kEmpty) {
      if ((text.through >> i) & 1)
        return failure("square " + square_text(square) +
                       " is empty, there is nothing to play through");
      play.tiles[i] = said;
    } else if (said != kEmpty && letter_of(said) != letter_of(there)) {
      return failure("square " + square_text(square) + " holds " +
                     position.tiles().tile_text(there) + ", not " +
                     position.tiles().tile_text(said));
    }
  }
  return check_placement(board, position.layout(), position.tiles(), position.rules(), play);
}

Result<Move> resolve_exchange(const MoveText& text, const Position& position) {
  const int most = position.most_exchanged();
  if (most == 0)
    return failure(
        "no exchange with " + so_many(static_cast<std::uint64_t>(position.bag_size()), "tile") +
        " in the bag, " + std::to_string(position.rules().exchange_limit) + " are needed");
  if (text.count > most)
    return failure("an exchange of " + std::to_string(text.count) + " tiles with " +
                   std::to_string(most) + " in the bag");
  Move move = Move::exchange(text.tiles);
  move.kind = MoveKind::kExchange;
  move.tiles_played = static_cast<std::uint8_t>(text.count);
  return move;
}

Result<Move> resolve_quietly(const MoveText& text, const Position& position) {
  Result<Move> move = Move::pass();
  switch (text.kind) {
    case MoveText::Kind::kPass:
      break;
    case MoveText::Kind::kExchange:
      move = resolve_exchange(text, position);
      break;
    case MoveText::Kind::kPlay:
    case MoveText::Kind::kPhony:
      move = resolve_play(text, position);
      break;
    case MoveText::Kind::kRack:
      return failure("a rack is no move");
  }
  if (!move) return move;
  if (auto held = check_holds(position, move->used()); !held) return tl::unexpected(held.error());
  return move;
}

Result<Move> play_on(const MoveText& text, Position& position) {
  const int mover = position.on_turn();
  if (text.kind == MoveText::Kind::kRack || text.rack) {
    position.set_rack(mover, text.rack ? *text.rack : text.tiles);
    if (auto enough = check_supply(position); !enough) return tl::unexpected(enough.error());
    if (text.kind == MoveText::Kind::kRack) return Move::pass();
  }
  auto move = resolve_quietly(text, position);
  if (!move) return move;
  const Rack before = position.rack();
  const Position::Undo undo = position.make(*move);
  if (text.kind == MoveText::Kind::kPhony) {
    // The tiles come back to the rack, where everybody has seen them now.
    position.undo(undo);
    Rack shown = before;
    move->used().for_each_tile([&](Letter letter) {
      const int seen = move->used()[letter];
      if (shown[letter] < seen) shown.add(letter, seen - shown[letter]);
    });
    position.set_rack(mover, shown);
    position.make(Move::pass());
  }
  // Which tiles stayed is unknown.
  if (!move->names_its_tiles()) position.set_rack(mover, {});
  const int score = position.score(mover) + text.challenge_points;
  if (score > kScoreLimit) return failure("a score of " + std::to_string(score) + " points");
  position.set_score(mover, score);
  if (text.turn_loss && !is_over(position)) position.make(Move::pass());
  return move;
}

template <typename Placed>
std::string place_of(const Placed& move) {
  const std::string column(1, static_cast<char>('A' + move.col));
  const std::string row = std::to_string(move.row + 1);
  return move.direction == Direction::kHorizontal ? row + column : column + row;
}
std::string place_text(const MoveText& move) { return place_of(move); }

// Letters marked as lying there stand in parentheses; a '.' says so by itself.
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

// What a move says, with the letters of the board that it plays through.
MoveText spelled_out(const Move& move, const Board& board) {
  MoveText text = text_of(move);
  for (std::size_t i = 0; i < text.word.size(); ++i)
    if (text.word[i] == kEmpty) text.word[i] = board.at(move.square(static_cast<int>(i)));
  return text;
}

}  // namespace

Result<Rack> parse_rack(std::string_view text, const TileSet& tiles) {
  auto rack = tiles.parse_rack(text);
  if (!rack) return failure("rack " + shown(text) + ": " + rack.error().message);
  if (rack->size() > kRackSize)
    return failure("rack " + shown(text) + ": " + std::to_string(rack->size()) +
                   " tiles, at most " + std::to_string(kRackSize));
  return *rack;
}

Result<MoveText> parse_ucgi_move(std::string_view text, const TileSet& tiles) {
  return parse_with(read_ucgi, text, tiles);
}

Result<MoveText> parse_human_move(std::string_view text, const TileSet& tiles) {
  return parse_with(read_human, text, tiles);
}

Result<MoveText> parse_move(std::string_view text, const TileSet& tiles) {
  const bool human = text.starts_with('-') || text.find(' ') != text.npos;
  return human ? parse_human_move(text, tiles) : parse_ucgi_move(text, tiles);
}

Result<Move> resolve(const MoveText& move, const Position& position) {
  auto resolved = resolve_quietly(move, position);
  if (!resolved) return bad_move(ucgi_text(move, position.tiles()), resolved.error().message);
  return resolved;
}

Result<Move> move_of_rack(std::string_view text, const Position& position) {
  const auto said = parse_move(text, position.tiles());
  if (!said) return tl::unexpected(said.error());
  if (said->kind == MoveText::Kind::kPhony)
    return failure("move " + shown(text) + ": a play that is taken back is none to choose");
  auto move = resolve(*said, position);
  if (move && !(move->names_its_tiles() && position.rack().includes(move->used())))
    return failure("move " + shown(text) + ": its tiles are not all on the known rack '" +
                   position.tiles().rack_text(position.rack()) + "'");
  if (move) *move = as_generated(position.board(), *move);
  return move;
}

Result<void> check_words(const Move& move, const Position& position, const Lexicon& lexicon) {
  if (!move.is_play()) return {};
  for (const Word& word : words_formed(position.board(), move)) {
    Word letters = word;
    std::transform(word.begin(), word.end(), letters.begin(), letter_of);
    if (!lexicon.graph().contains(letters))
      return failure(position.tiles().word_text(word.data(), static_cast<int>(word.size())) +
                     " is no word of " + lexicon.code());
  }
  return {};
}

Result<Move> play_move(const MoveText& move, Position& position) {
  Position after = position;
  auto played = play_on(move, after);
  if (!played) return bad_move(ucgi_text(move, position.tiles()), played.error().message);
  position = after;
  return played;
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

std::string ucgi_text(const Move& move, const Board& board, const TileSet& tiles) {
  MoveText text = spelled_out(move, board);
  text.through = 0;  // parentheses are read, but not every program reads them
  return ucgi_text(text, tiles);
}

std::string human_text(const Move& move, const TileSet& tiles) {
  return human_text(text_of(move), tiles);
}

std::string display_text(const Move& move, const Board& board, const TileSet& tiles) {
  return human_text(spelled_out(move, board), tiles);
}

std::string square_text(Square square) {
  return static_cast<char>('A' + square.col) + std::to_string(square.row + 1);
}

std::string place_text(const Move& move) { return place_of(move); }

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
