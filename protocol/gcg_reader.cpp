#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/encoding.h"
#include "game/supply.h"
#include "game/text.h"
#include "protocol/cgp.h"
#include "protocol/gcg.h"

namespace zymurgy {
namespace {

// The encoding that the file's first line names, if any; else UTF-8 if the bytes are UTF-8 and not
// merely ASCII; else Latin-1, the format's default.
struct Decoded {
  std::string text;
  Encoding encoding = Encoding::kLatin1;
  std::string complaint;
};

Decoded decode(std::string_view bytes) {
  bytes = without_byte_order_mark(bytes);
  Decoded decoded;
  std::string_view rest = bytes;
  std::string_view line = take_until(rest, '\n');
  const bool ascii =
      std::all_of(bytes.begin(), bytes.end(), [](char c) { return (c & 0x80) == 0; });
  bool utf8 = !ascii && is_utf8(bytes);
  if (same_ignoring_case(take_token(line), kGcgEncodingPragma)) {
    bytes = rest;
    const std::string name = lower(trim(line));
    utf8 = name == "utf-8" || name == "utf8";
    if (utf8 && !is_utf8(bytes)) {
      decoded.complaint = "the file says that it is UTF-8 but is not";
      utf8 = false;
    } else if (!utf8 && name != "iso-8859-1" && name != "latin1" && name != "latin-1") {
      decoded.complaint = "unknown character encoding " + in_quotes(name);
      utf8 = is_utf8(bytes);
    }
    decoded.text = "\n";  // keeps the line numbers right
  }
  decoded.encoding = utf8 ? Encoding::kUtf8 : Encoding::kLatin1;
  decoded.text += utf8 ? std::string(bytes) : latin1_to_utf8(bytes);
  return decoded;
}

bool begins_with_any_tile(std::string_view text) {
  return std::ranges::any_of(TileSet::shipped_names(), [text](const std::string& name) {
    std::string_view rest = text;
    return TileSet::find(name).value()->take_tile(rest).has_value();
  });
}

// The first letter beyond ASCII, or digraph in brackets, that `tiles` does not have; "" if there is
// none.
std::string_view foreign_letter(std::string_view text, const TileSet& tiles) {
  constexpr unsigned char kFirst = 0xc3, kLast = 0xdf;  // how U+00C0 to U+07FF begin in UTF-8
  while (!text.empty()) {
    if (tiles.take_tile(text)) continue;
    const auto lead = static_cast<unsigned char>(text.front());
    if ((lead >= kFirst && lead <= kLast) || begins_with_combining_mark(text.substr(1)))
      return text.substr(0, letter_length(text));
    if (lead == '[' && begins_with_any_tile(text)) return text.substr(0, text.find(']') + 1);
    text.remove_prefix(1);
  }
  return "";
}

class Reader {
 public:
  explicit Reader(const TileSet& tiles) { game_.tiles = &tiles; }

  GcgReading run(std::string_view bytes) {
    if (is_utf16(bytes)) {
      line_ = 1;
      find("the file is UTF-16: save it as UTF-8");
      return finish();
    }
    std::string lines(bytes);
    // Old programs ended lines with '\r' alone.
    if (lines.find('\n') == std::string::npos) std::replace(lines.begin(), lines.end(), '\r', '\n');
    const Decoded decoded = decode(lines);
    game_.encoding = decoded.encoding;
    if (!decoded.complaint.empty()) find(decoded.complaint);
    line_ = 0;
    for (std::string_view rest = decoded.text; !rest.empty() && !is_unsupported_;) {
      ++line_;
      std::string_view line = take_until(rest, '\n');
      while (line.ends_with('\r')) line.remove_suffix(1);
      take_line(line);
    }
    keep_note();
    if (is_unsupported_) game_.events.clear();
    line_ = std::max(line_, 1);
    const auto unnamed = [](const GcgPlayer& player) { return player.nick.empty(); };
    if (findings_.empty() && game_.events.empty() && std::ranges::all_of(game_.players, unnamed))
      find("no player and no event: not a GCG");
    return finish();
  }

 private:
  void find(std::string message) { findings_.push_back({line_, std::move(message)}); }

  bool names_tiles() const {
    return game_.find_pragma("tile-distribution") != nullptr ||
           game_.find_pragma("tile-set") != nullptr;
  }

  void take_line(std::string_view line) {
    if (line.starts_with('#') || line.starts_with('>')) keep_note();
    if (line.starts_with('#'))
      take_pragma(line.substr(1));
    else if (line.starts_with('>'))
      take_event(line.substr(1));
    else if (note_)
      *note_ += '\n' + std::string(line);
    else if (!trim(line).empty())
      take_stray(line);
  }

  // A stray line may be an event that lost its '>'.
  void take_stray(std::string_view line) {
    find("expected a pragma (#) or an event (>), found " + in_quotes(line));
    std::string_view rest = line;
    const std::string_view nick = take_token(rest);
    const auto is_called = [&](const GcgPlayer& player) { return nick == player.nick + ':'; };
    if (std::ranges::any_of(game_.players, is_called)) take_event(line);
  }

  void keep_note() {
    if (!note_) return;
    note_->erase(note_->find_last_not_of(kWhiteSpace) + 1);
    const auto estimate = game_.events.empty() ? std::nullopt : parse_estimate(*note_);
    if (estimate)
      game_.events.back().estimates.push_back(*estimate);
    else
      (game_.events.empty() ? game_.notes : game_.events.back().notes).push_back(*note_);
    note_.reset();
  }

  void take_pragma(std::string_view text) {
    const std::string written(take_token(text)), name = lower(written);
    const std::string value(trim(text));
    if (name == "note") {
      note_ = value;
      return;
    }
    // Racks at the end of an unfinished game are known only after its events.
    if (!game_.events.empty() && name != "rack1" && name != "rack2" && name != "incomplete")
      find("pragma #" + name + " after the first event");
    if (name == "player1" || name == "player2")
      take_player(name.back() - '1', value);
    else
      game_.pragmas.push_back({written, value});
    if (name == "rack1" || name == "rack2") racks_.push_back({name.back() - '1', value, line_});
    if (name == "game-type" && !same_ignoring_case(value, kVariant))
      find("game type " + in_quotes(value) + " is not played here, only " + std::string(kVariant));
    if (name == "tile-distribution" || name == "tile-set") {
      knows_tiles_ = take_named(TileSet::find(value), game_.tiles);
    } else if (name == "board-layout") {
      take_named(Layout::find(value), game_.layout);
      is_unsupported_ = Layout::has_other_size(value);
    } else if (name == "player3") {
      find("a game of more than two players");
      is_unsupported_ = true;
    }
  }

  template <typename Named>
  bool take_named(const Result<const Named*>& found, const Named*& into) {
    if (found)
      into = *found;
    else
      find(found.error().message);
    return found.has_value();
  }

  void take_player(int player, std::string_view text) {
    GcgPlayer& taken = game_.players[player];
    if (!taken.nick.empty()) find("player " + std::to_string(player + 1) + " is named twice");
    taken.nick = take_token(text);
    taken.name = trim(text);
    if (taken.nick.empty())
      find("player " + std::to_string(player + 1) + " has no name");
    else if (game_.players[0].nick == game_.players[1].nick)
      find("both players are called " + in_quotes(taken.nick) +
           ": their turns are taken to alternate");
  }

  // The player of the nick. An unknown nick takes a free seat or, without one, is the player on
  // turn.
  int player_number(std::string_view nick) {
    for (int player = 0; player < 2; ++player)
      if (game_.players[player].nick == nick) return player;
    find("no player is called " + in_quotes(nick));
    for (int player = 0; player < 2; ++player) {
      GcgPlayer& seat = game_.players[player];
      if (!seat.nick.empty()) continue;
      seat.nick = nick;
      return player;
    }
    return next_player();
  }

  int next_player() const {
    const auto last = std::find_if(game_.events.rbegin(), game_.events.rend(),
                                   [](const GcgEvent& event) { return event.is_turn(); });
    return last == game_.events.rend() ? 0 : 1 - last->player;
  }

  // A nick is one word and may hold colons; racks and moves hold none.
  void take_event(std::string_view text) {
    GcgEvent event;
    if (const auto read = read_event(text, event); !read) {
      find(read.error().message);
      GcgEvent unreadable;
      unreadable.kind = GcgEvent::Kind::kUnreadable;
      unreadable.player = event.player;
      unreadable.unreadable = text;
      event = std::move(unreadable);
    }
    event.line = line_;
    game_.events.push_back(std::move(event));
  }

  Result<void> read_event(std::string_view text, GcgEvent& event) {
    event.player = next_player();
    text = trim(text);
    std::size_t colon = text.substr(0, text.find_first_of(kWhiteSpace)).rfind(':');
    if (colon == std::string_view::npos) colon = text.find(':');  // `>NICK : RACK`
    const std::string_view nick = trim(text.substr(0, colon));
    if (colon == std::string_view::npos || nick.empty() ||
        nick.find_first_of(kWhiteSpace) != std::string_view::npos)
      return failure("expected 'NICK:' after '>', found " + in_quotes(text));
    event.player = player_number(nick);
    std::vector<std::string_view> words;
    text.remove_prefix(colon + 1);
    for (std::string_view word; !(word = take_token(text)).empty();) words.push_back(word);
    const auto total = std::find_if(words.rbegin(), words.rend(), to_number<int>);
    const std::string_view behind = total == words.rbegin() ? "" : words[words.rend() - total];
    words.erase(total.base(), words.end());
    check_tile_set(words);
    if (is_unsupported_) return {};
    if (auto read = read_words(std::move(words), event); !read) return read;
    if (game_.players[0].nick == game_.players[1].nick)
      event.player = event.is_turn() ? next_player() : 1 - next_player();
    if (!behind.empty() && !has_more_to_lines_) {
      find(in_quotes(behind) + ": text behind the total is ignored");
      has_more_to_lines_ = true;
    }
    return {};
  }

  // Letters of another alphabet are not misprints: the game has another tile set than was assumed.
  void check_tile_set(const std::vector<std::string_view>& words) {
    if (knows_tiles_) return;
    std::string_view letter;
    for (const std::string_view word : words)
      if (letter.empty()) letter = foreign_letter(word, *game_.tiles);
    if (letter.empty()) return;
    is_unsupported_ = true;
    if (!names_tiles())  // if it does, a finding has said that they are unknown
      find(in_quotes(letter) + " is not a tile of " + game_.tiles->name() +
           ", and the file does not name its tiles");
  }

  static Result<void> read_points(std::string_view word, int& points) {
    const auto value = to_number<int>(word);
    if (!value || *value < -kScoreLimit || *value > kScoreLimit)
      return failure("expected a number of points, found " + in_quotes(word));
    points = *value;
    return {};
  }

  static Result<void> unknown_event(std::string_view word) {
    return failure("unknown event " + in_quotes(word) +
                   ": not a play (8D WORD), exchange (-AEI or -3), pass (-), play taken back (--), "
                   "(challenge), (time) or counted rack, such as (AEI)");
  }

  Result<void> read_rack(std::string_view word, Rack& rack) const {
    return parse_rack(word, *game_.tiles).map([&rack](const Rack& parsed) { rack = parsed; });
  }

  // [RACK] WHAT... SCORE TOTAL, where WHAT is one word, or place and word of a play.
  Result<void> read_words(std::vector<std::string_view> words, GcgEvent& event) {
    if (words.size() < 3) return failure("an event ends with its score and the total");
    if (auto read = read_points(words.back(), event.total); !read) return read;
    words.pop_back();
    if (auto read = read_points(words.back(), event.score); !read)
      return failure("an event ends with its score and the total: " + read.error().message);
    words.pop_back();
    const bool place = words.size() >= 2 && parse_place(words[words.size() - 2]);
    // An exchange's tiles may be separated from the dash.
    const bool apart = !place && words.size() >= 2 && words[words.size() - 2] == "-";
    const std::size_t what = words.size() - (place || apart ? 2 : 1);
    if (what > 1) return unknown_event(words[1]);
    // Quackle's word for the rack of a player who has no turn left.
    const bool unknown = what == 1 && words[0] == "UNKNOWN" && words[1] == "(challenge)";
    if (what == 1 && !unknown)  // a rack that cannot be read is not known
      if (auto read = read_rack(words[0], event.rack); !read) find(read.error().message);
    return read_event_word(words[what], place || apart ? words.back() : std::string_view{}, event);
  }

  Result<void> read_event_word(std::string_view word, std::string_view second,
                               GcgEvent& event) const {
    using Kind = GcgEvent::Kind;
    if (word == "--") {
      event.kind = Kind::kWithdrawn;
    } else if (same_ignoring_case(word, "(challenge)")) {
      event.kind = Kind::kChallengeBonus;
    } else if (same_ignoring_case(word, "(time)")) {
      event.kind = Kind::kTimePenalty;
    } else if (word.starts_with('(') && word.ends_with(')') && second.empty()) {
      // Blanks alone score 0; then a rack before them tells that they are the player's own.
      const bool own = event.score < 0 || (event.score == 0 && !event.rack.empty());
      event.kind = own ? Kind::kRackPenalty : Kind::kRackBonus;
      if (!read_rack(word.substr(1, word.size() - 2), event.counted)) return unknown_event(word);
    } else {
      const std::string text = std::string(word) + ' ' + std::string(second);
      auto move = parse_human_move(trim(text), *game_.tiles);
      if (!move && second.empty() && !word.starts_with('-')) return unknown_event(word);
      if (!move) return tl::unexpected(move.error());
      event.move = *move;
      event.kind = move->kind == MoveText::Kind::kPlay       ? Kind::kPlay
                   : move->kind == MoveText::Kind::kExchange ? Kind::kExchange
                                                             : Kind::kPass;
    }
    return {};
  }

  // Takes the racks that pragmas name, which are those at the end of the game. If the board is not
  // known, only their letters are checked.
  void take_racks(GcgReplay& replay) {
    const bool knows_board = replay.knows_board(game_.events.size());
    Position after = *replay.after;
    for (const RackPragma& pragma : racks_) after.set_rack(pragma.player, {});
    for (const RackPragma& pragma : racks_) {
      Rack rack;
      auto read = read_rack(pragma.value, rack);
      after.set_rack(pragma.player, rack);
      if (read && knows_board) read = check_supply(after);
      if (read) continue;
      line_ = pragma.line;
      find("#rack" + std::to_string(pragma.player + 1) + ": " + read.error().message);
      after.set_rack(pragma.player, {});
    }
    if (knows_board && !game_.has_ended()) replay.after = after;
  }

  // Replays the game, and rewrites its plays as the board shows them, with '.' for letters played
  // through. A tile set given by the caller gets a pragma, so that the game names it from now on.
  GcgReading finish() {
    if (game_.tiles != &TileSet::english() && !names_tiles())
      game_.pragmas.push_back({"tile-distribution", game_.tiles->name()});
    GcgReplay replay = replay_gcg(game_);
    take_racks(replay);
    GcgReading reading{std::move(game_), std::move(replay), std::move(findings_)};
    for (std::size_t i = 0; i < reading.game.events.size(); ++i)
      if (const auto& move = reading.replay.moves[i]) {
        MoveText& move_text = reading.game.events[i].move;
        if (move->is_play()) move_text = text_of(*move);
      }
    for (const GcgFinding& finding : reading.replay.findings) reading.findings.push_back(finding);
    std::stable_sort(reading.findings.begin(), reading.findings.end(),
                     [](const GcgFinding& a, const GcgFinding& b) { return a.line < b.line; });
    return reading;
  }

  struct RackPragma {
    int player;
    std::string value;
    int line;
  };

  GcgGame game_;
  std::vector<RackPragma> racks_;
  std::vector<GcgFinding> findings_;
  std::optional<std::string> note_;  // being read
  bool is_unsupported_ = false;      // not a game for this program: the rest is not read
  bool has_more_to_lines_ = false;   // a finding has said so, once
  bool knows_tiles_ = false;         // the file names them
  int line_ = 1;
};

}  // namespace

GcgReading read_gcg(std::string_view text, const TileSet& tiles) { return Reader(tiles).run(text); }

}  // namespace zymurgy
