#include "protocol/gcg_record.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "game/text.h"

namespace zymurgy {
namespace {

constexpr std::string_view kPairs = "zymurgy-pair";  // the issuer that #id names

GcgEvent::Kind kind_of(const Move& move) {
  switch (move.kind) {
    case MoveKind::kPass:
      return GcgEvent::Kind::kPass;
    case MoveKind::kExchange:
      return GcgEvent::Kind::kExchange;
    case MoveKind::kPlay:
      return GcgEvent::Kind::kPlay;
  }
  return GcgEvent::Kind::kPass;
}

// Adds the events that count the tiles left at the end of the game.
void add_end(const Position& position, GcgGame& game) {
  if (!position.over()) return;
  const bool out = position.rack(0).empty() || position.rack(1).empty();
  for (int player = 0; player < 2; ++player) {
    // Blanks alone are written too, though they score nothing: they complete the final racks.
    if (position.rack(player).empty() != out) continue;
    const int score = position.end_adjustment(player);
    GcgEvent event;
    event.kind = out ? GcgEvent::Kind::kRackBonus : GcgEvent::Kind::kRackPenalty;
    event.player = player;
    event.rack = position.rack(player);
    event.counted = out ? position.rack(1 - player) : position.rack(player);
    event.score = score;
    event.total = position.score(player) + score;
    game.events.push_back(std::move(event));
  }
}

}  // namespace

Result<GcgGame> gcg_of(const GameRecord& record, const Position& start,
                       const std::array<std::string, 2>& players, const std::string& lexicon) {
  GcgGame game;
  game.tiles = &start.tiles();
  game.layout = &start.layout();
  game.rules = start.rules();
  for (std::size_t seat = 0; seat < 2; ++seat)
    game.players[seat] = {"p" + std::to_string(seat + 1), players[seat]};
  game.pragmas.push_back({"lexicon", lexicon});
  if (game.tiles != &TileSet::english())
    game.pragmas.push_back({"tile-distribution", game.tiles->name()});
  if (game.layout->name() != "CrosswordGame")
    game.pragmas.push_back({"board-layout", game.layout->name()});

  Position position = start;
  const auto add = [&game](const Position& before, const Turn& turn) {
    GcgEvent event;
    event.kind = kind_of(turn.move);
    event.player = before.on_turn();
    event.rack = before.rack();
    event.move = text_of(turn.move);
    event.score = turn.move.score;
    event.total = before.score(event.player) + turn.move.score;
    game.events.push_back(std::move(event));
  };
  if (auto done = replay(record, position, add); !done) return tl::unexpected(done.error());
  add_end(position, game);
  return game;
}

void set_unfinished(GcgGame& game, const Position& end) {
  game.pragmas.push_back({"incomplete", ""});
  if (end.rack().empty()) return;
  game.pragmas.push_back(
      {"rack" + std::to_string(end.on_turn() + 1), end.tiles().rack_text(end.rack())});
}

void set_pair(GcgGame& game, std::uint64_t seed) {
  game.pragmas.push_back({"id", std::string(kPairs) + ' ' + std::to_string(seed)});
}

std::optional<std::uint64_t> pair_of(const GcgGame& game) {
  std::string_view id = game.pragma("id");
  if (take_token(id) != kPairs) return std::nullopt;
  return to_number<std::uint64_t>(trim(id));
}

}  // namespace zymurgy
