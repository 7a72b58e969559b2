#include <cstddef>
#include <string>

#include "game/text.h"
#include "protocol/gcg.h"

namespace zymurgy {
namespace {

std::string event_text(const GcgEvent& event, const TileSet& tiles) {
  switch (event.kind) {
    case GcgEvent::Kind::kPlay:
    case GcgEvent::Kind::kExchange:
    case GcgEvent::Kind::kPass:
      return human_text(event.move, tiles);
    case GcgEvent::Kind::kWithdrawn:
      return "--";
    case GcgEvent::Kind::kChallengeBonus:
      return "(challenge)";
    case GcgEvent::Kind::kRackBonus:
    case GcgEvent::Kind::kRackPenalty:
      return '(' + tiles.rack_text(event.counted) + ')';
    case GcgEvent::Kind::kTimePenalty:
      return "(time)";
    case GcgEvent::Kind::kUnreadable:
      break;
  }
  return {};
}

std::string line_of(const GcgEvent& event, const GcgGame& game) {
  if (event.kind == GcgEvent::Kind::kUnreadable) return '>' + event.unreadable;
  const std::string rack = event.rack.empty() ? "" : game.tiles->rack_text(event.rack) + ' ';
  return '>' + game.players[event.player].nick + ": " + rack + event_text(event, *game.tiles) +
         ' ' + with_sign(event.score) + ' ' + std::to_string(event.total);
}

// Indents a note's further lines where they would read as a pragma or an event.
void add_note(std::string& text, std::string_view note) {
  text += "#note ";
  bool first = true;
  do {
    const std::string_view line = take_until(note, '\n');
    if (!first && (line.starts_with('#') || line.starts_with('>'))) text += ' ';
    text += line;
    text += '\n';
    first = false;
  } while (!note.empty());
}

}  // namespace

std::string write_gcg(const GcgGame& game) {
  std::string text;
  for (std::size_t i = 0; i < 2; ++i) {
    const GcgPlayer& player = game.players[i];
    if (player.nick.empty()) continue;
    text += "#player" + std::to_string(i + 1) + ' ' + player.nick;
    if (!player.name.empty()) text += ' ' + player.name;
    text += '\n';
  }
  for (const auto& [name, value] : game.pragmas)
    text += '#' + name + (value.empty() ? "" : ' ' + value) + '\n';
  for (const std::string& note : game.notes) add_note(text, note);
  for (const GcgEvent& event : game.events) {
    text += line_of(event, game) + '\n';
    for (const GcgEstimate& estimate : event.estimates) add_note(text, estimate_text(estimate));
    for (const std::string& note : event.notes) add_note(text, note);
  }
  if (game.encoding != Encoding::kLatin1 || !fits_latin1(text))
    return std::string(kGcgEncodingPragma) + " UTF-8\n" + text;
  const std::string latin1 = utf8_to_latin1(text);
  // Without a header, bytes that happen to be UTF-8 would be read as that, and a pragma of the
  // header's name as the header.
  std::string_view rest = text;
  const bool misread = (latin1 != text && is_utf8(latin1)) ||
                       same_ignoring_case(take_token(rest), kGcgEncodingPragma);
  return misread ? std::string(kGcgEncodingPragma) + " ISO-8859-1\n" + latin1 : latin1;
}

}  // namespace zymurgy
