#include "play/record_codec.h"

#include <cstdint>

namespace zymurgy {
namespace {

enum Head : std::uint8_t { kEnd, kPass, kExchange, kAcross, kDown };

void put(std::string& bytes, int byte) { bytes.push_back(static_cast<char>(byte)); }

void put_number(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) put(bytes, static_cast<int>(value & 0x7f) | 0x80);
  put(bytes, static_cast<int>(value));
}

void put_tiles(std::string& bytes, const TileCounts& tiles) {
  put(bytes, tiles.size());
  tiles.for_each_tile([&](Letter letter) { put(bytes, letter); });
}

void put_move(std::string& bytes, const Move& move) {
  switch (move.kind) {
    case MoveKind::kPass:
      return put(bytes, kPass);
    case MoveKind::kExchange:
      put(bytes, kExchange);
      return put_tiles(bytes, move.used());
    case MoveKind::kPlay:
      put(bytes, move.direction == Direction::kHorizontal ? kAcross : kDown);
      put(bytes, move.row);
      put(bytes, move.col);
      put(bytes, move.length);
      for (int i = 0; i < move.length; ++i) put(bytes, move.tiles[i]);
      return put_number(bytes, static_cast<std::uint64_t>(move.score));
  }
}

// Takes values off the front; once something is missing or out of range, `ok` stays false.
struct Taker {
  std::string_view& bytes;
  bool ok = true;

  int fail() {
    ok = false;
    return 0;
  }
  int byte(int most) {
    if (bytes.empty() || static_cast<std::uint8_t>(bytes.front()) > most) return fail();
    const int value = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    return value;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; ok && shift < 64; shift += 7) {
      const int part = byte(0xff);
      value |= static_cast<std::uint64_t>(part & 0x7f) << shift;
      if (part < 0x80) return value;
    }
    return fail();
  }
  TileCounts tiles() {
    TileCounts tiles;
    for (int n = byte(kRackSize); ok && n > 0; --n)
      tiles.add(static_cast<Letter>(byte(kMaxLetters)));
    return tiles;
  }
  Move play(Direction direction) {
    Move move;
    move.kind = MoveKind::kPlay;
    move.direction = direction;
    move.row = static_cast<std::uint8_t>(byte(kBoardDim - 1));
    move.col = static_cast<std::uint8_t>(byte(kBoardDim - 1));
    move.length = static_cast<std::uint8_t>(byte(kBoardDim - move.first_place()));
    for (std::size_t i = 0; ok && i < move.length; ++i) {
      const auto tile = static_cast<Tile>(byte(0xff));
      ok &= letter_of(tile) <= kMaxLetters && (tile == kEmpty || letter_of(tile) != kBlank);
      move.tiles[i] = tile;
      move.tiles_played = static_cast<std::uint8_t>(move.tiles_played + (tile != kEmpty));
    }
    const std::uint64_t score = number();
    ok &= move.tiles_played > 0 && move.tiles_played <= kRackSize && score <= 0x7fff;
    move.score = static_cast<std::int16_t>(score);
    return move;
  }
  Move move(int head) {
    if (head == kExchange) return Move::exchange(tiles());
    if (head == kAcross) return play(Direction::kHorizontal);
    if (head == kDown) return play(Direction::kVertical);
    ok &= head == kPass;
    return Move::pass();
  }
};

}  // namespace

void encode(const Move& move, std::string& bytes) { put_move(bytes, move); }

void encode(std::int64_t number, std::string& bytes) {
  put_number(bytes,
             static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63));
}

bool decode(std::string_view& bytes, Move& move) {
  Taker take{bytes};
  move = take.move(take.byte(kDown));
  return take.ok;
}

bool decode(std::string_view& bytes, std::int64_t& number) {
  Taker take{bytes};
  const std::uint64_t zigzag = take.number();
  number = static_cast<std::int64_t>(zigzag >> 1) ^ -static_cast<std::int64_t>(zigzag & 1);
  return take.ok;
}

void encode(const GameRecord& record, std::string& bytes) {
  put_number(bytes, record.index * 2 + record.swapped);
  for (const Rack& rack : record.racks) put_tiles(bytes, rack);
  for (const Turn& turn : record.turns) {
    put_move(bytes, turn.move);
    put_tiles(bytes, turn.drawn);
  }
  put(bytes, kEnd);
}

bool decode(std::string_view& bytes, GameRecord& record) {
  Taker take{bytes};
  const std::uint64_t index = take.number();
  record.index = index / 2;
  record.swapped = index % 2 != 0;
  for (Rack& rack : record.racks) rack = take.tiles();
  record.turns.clear();
  while (take.ok) {
    Turn turn;
    const int head = take.byte(kDown);
    if (!take.ok) break;
    if (head == kEnd) return true;
    turn.move = take.move(head);
    turn.drawn = take.tiles();
    record.turns.push_back(turn);
  }
  return false;
}

}  // namespace zymurgy
