#include "protocol/cgp.h"

#include <algorithm>
#include <utility>

#include "game/supply.h"
#include "game/text.h"
#include "protocol/cgp_operations.h"

namespace zymurgy {
namespace {

Result<Board> parse_board(std::string_view text, const TileSet& tiles) {
  if (const auto rows = std::ranges::count(text, '/') + 1; rows != kBoardDim)
    return failure("board: " + count_text(rows, "row") + ", but this program's has " +
                   std::to_string(kBoardDim) +
                   (rows == kOtherBoardDim ? std::string(" (use ") + kOtherProgram + ")" : ""));
  Board board;
  for (int row = 0; row < kBoardDim; ++row) {
    const auto fail = [&](const std::string& what) {
      return failure("board row " + std::to_string(row + 1) + ": " + what);
    };
    std::string_view rest = take_until(text, '/');
    int col = 0;
    while (!rest.empty()) {
      if (rest[0] >= '0' && rest[0] <= '9') {
        const std::string_view digits =
            rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
        const auto gap = to_number<int>(digits);
        if (!gap || *gap < 1 || *gap > kBoardDim - col)
          return fail(in_quotes(digits) + " empty squares do not fit after square " +
                      std::to_string(col));
        col += *gap;
        rest.remove_prefix(digits.size());
        continue;
      }
      auto tile = tiles.take_tile(rest);
      if (!tile) return fail(tile.error().message);
      if (*tile == kBlank) return fail("a blank is written as its letter, in lower case");
      if (col == kBoardDim) return fail("more than " + std::to_string(kBoardDim) + " squares");
      board.set({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(col)}, *tile);
      ++col;
    }
    if (col != kBoardDim)
      return fail(std::to_string(col) + " squares, expected " + std::to_string(kBoardDim));
  }
  return board;
}

Result<void> read_racks(std::string_view text, Position& position) {
  const auto racks = split_pair(text, "racks");
  if (!racks) return tl::unexpected(racks.error());
  for (int player = 0; player < 2; ++player) {
    const auto rack = parse_rack((*racks)[player], position.tiles());
    if (!rack) return tl::unexpected(rack.error());
    position.set_rack(player, *rack);
  }
  return {};
}

Result<void> read_scores(std::string_view text, Position& position) {
  const auto scores = split_pair(text, "scores");
  if (!scores) return tl::unexpected(scores.error());
  for (int player = 0; player < 2; ++player) {
    const std::string_view written = (*scores)[player];
    const auto score = to_number<int>(written);
    if (!score || *score < -kScoreLimit || *score > kScoreLimit)
      return failure("score " + in_quotes(written) + " is not a number of points");
    position.set_score(player, *score);
  }
  return {};
}

Result<void> read_scoreless_turns(std::string_view text, Position& position) {
  const auto turns = to_number<int>(text);
  const int limit = position.rules().max_scoreless_turns;
  if (!turns || *turns < 0 || *turns > limit)
    return failure("scoreless turns: expected 0 to " + std::to_string(limit) + ", found " +
                   in_quotes(text));
  position.set_scoreless_turns(*turns);
  return {};
}

const CgpField* find_field(std::string_view code) {
  const auto fields = cgp_fields();
  const auto field = std::find_if(fields.begin(), fields.end(), [&](const CgpField& known) {
    return same_ignoring_case(known.code, code);
  });
  return field == fields.end() ? nullptr : &*field;
}

// The operation's bit in CgpPosition::given.
std::uint32_t bit_of(const CgpField& field) { return 1U << (&field - cgp_fields().data()); }

// A known operation at the end may lack its `;`.
Result<std::vector<CgpOperation>> split_operations(std::string_view text) {
  std::vector<CgpOperation> operations;
  while (!text.empty()) {
    const bool ended = text.find(';') != text.npos;
    const std::string_view operation = trim(take_until(text, ';'));
    std::string_view rest = operation;
    const std::string_view code = take_token(rest), operands = trim(rest);
    if (code.empty()) continue;
    // Operations are written back as they were read.
    if (printable(code) != code || printable(operands) != operands)
      return failure("operation " + in_quotes(operation) +
                     ": it is not UTF-8 text, or has control characters");
    if (!ended && find_field(code) == nullptr)
      return failure(in_quotes(operation) +
                     " behind the position is not an operation: it would end in ';'");
    operations.push_back({std::string(code), std::string(operands)});
  }
  return operations;
}

// An empty position with the tile set and layout that the operations name, to read the fields by.
Result<Position> empty_position(const std::vector<CgpOperation>& operations, CgpDefaults defaults) {
  for (const auto& [code, operands] : operations) {
    if (same_ignoring_case(code, "ld")) {
      const auto found = TileSet::find(operands);
      if (!found) return failure("operation ld: " + found.error().message);
      defaults.tiles = *found;
    } else if (same_ignoring_case(code, "bdn")) {
      const auto found = Layout::find(operands);
      if (!found) return failure("operation bdn: " + found.error().message);
      defaults.layout = *found;
    }
  }
  return Position(*defaults.tiles, *defaults.layout, defaults.rules);
}

Result<void> read_operations(std::vector<CgpOperation>&& operations, CgpPosition& cgp) {
  for (CgpOperation& operation : operations) {
    const CgpField* const field = find_field(operation.code);
    if (field == nullptr) {
      cgp.unknown.push_back(std::move(operation));
      continue;
    }
    const std::uint32_t bit = bit_of(*field);
    if ((cgp.given & bit) != 0) return failure("operation " + operation.code + " is given twice");
    cgp.given |= bit;
    if (auto read = field->read(cgp, operation.operands); !read)
      return failure("operation " + operation.code + ": " + read.error().message);
  }
  return {};
}

Result<CgpPosition> parse(std::string_view text, const CgpDefaults& defaults) {
  std::array<std::string_view, 4> fields;
  constexpr std::array kNames{"board is", "racks are", "scores are", "count of scoreless turns is"};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    fields[i] = take_token(text);
    if (fields[i].empty()) return failure(std::string("the ") + kNames[i] + " missing");
  }
  auto operations = split_operations(text);
  if (!operations) return tl::unexpected(operations.error());
  auto position = empty_position(*operations, defaults);
  if (!position) return tl::unexpected(position.error());
  CgpPosition cgp(*position);
  cgp.given = 0;

  const auto board = parse_board(fields[0], cgp.position.tiles());
  if (!board) return tl::unexpected(board.error());
  cgp.position.set_board(*board);
  // Operations are read before the count of scoreless turns, whose limit they may change.
  Result<void> done = read_racks(fields[1], cgp.position);
  if (done) done = read_scores(fields[2], cgp.position);
  if (done) done = read_operations(std::move(*operations), cgp);
  if (done) done = read_scoreless_turns(fields[3], cgp.position);
  if (done) done = check_supply(cgp.position);
  if (!done) return tl::unexpected(done.error());
  return cgp;
}

std::string board_text(const Board& board, const TileSet& tiles) {
  std::string text;
  for (int row = 0; row < kBoardDim; ++row) {
    if (row > 0) text += '/';
    int gap = 0;
    for (int col = 0; col < kBoardDim; ++col) {
      const Tile tile = board.at(row, col);
      if (tile != kEmpty && gap > 0) text += std::to_string(std::exchange(gap, 0));
      if (tile != kEmpty)
        text += tiles.tile_text(tile);
      else
        ++gap;
    }
    if (gap > 0) text += std::to_string(gap);
  }
  return text;
}

}  // namespace

CgpPosition::CgpPosition(const Position& p) : position(p) {
  if (kBoardDim == 15) return;
  given = bit_of(*find_field("ld"));
}

Result<CgpPosition> parse_cgp(std::string_view text, const CgpDefaults& defaults) {
  auto cgp = parse(text, defaults);
  if (!cgp) return failure("CGP: " + cgp.error().message);
  return cgp;
}

Result<void> check_variant(const CgpPosition& cgp) {
  if (cgp.variant.empty() || same_ignoring_case(cgp.variant, kVariant)) return {};
  return failure("variant " + in_quotes(cgp.variant) + " is not played here, only " +
                 std::string(kVariant));
}

std::string cgp_text(const CgpPosition& cgp) {
  const Position& position = cgp.position;
  const int first = position.on_turn(), second = 1 - first;
  std::string text = board_text(position.board(), position.tiles());
  text += ' ' + position.tiles().rack_text(position.rack(first)) + '/' +
          position.tiles().rack_text(position.rack(second));
  text +=
      ' ' + std::to_string(position.score(first)) + '/' + std::to_string(position.score(second));
  text += ' ' + std::to_string(position.scoreless_turns());
  const auto add = [&](std::string_view code, const std::string& operands) {
    text += ' ';
    text += code;
    if (!operands.empty()) text += ' ' + operands;
    text += ';';
  };
  const auto fields = cgp_fields();
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (((cgp.given >> i) & 1) != 0 || fields[i].needed(cgp))
      add(fields[i].code, fields[i].write(cgp));
  for (const auto& [code, operands] : cgp.unknown) add(code, operands);
  return text;
}

std::string cgp_text(const Position& position, std::string_view lexicon) {
  CgpPosition cgp(position);
  cgp.lexicon = lexicon;
  return cgp_text(cgp);
}

}  // namespace zymurgy
