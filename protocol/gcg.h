// GCG: an annotated game, as a value. Read with read_gcg, replayed with replay_gcg, written with
// write_gcg; a written game reads back as an equal one.
//
// A file that contradicts itself (totals that do not add up, plays that fit neither board nor rack,
// tiles that do not exist) gives findings, each with its line. Reading goes on with what the file
// says; mere consequences of a finding are not reported.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/encoding.h"
#include "game/position.h"
#include "protocol/notation.h"

namespace zymurgy {

// A program's estimate of the position before an event, written as `#note ESTIMATE wp=54.31 ...`.
struct GcgEstimate {
  double win_percent = 50;       // of the player on turn, 0 to 100
  std::optional<double> spread;  // final, mover minus other
  std::string best;              // the play it preferred, a UCGI move
  std::string by;                // the estimating program, one word
  bool operator==(const GcgEstimate&) const = default;
};

struct GcgEvent {
  enum class Kind {
    kPlay,
    kExchange,
    kPass,
    kWithdrawn,       // the preceding play was challenged off
    kChallengeBonus,  // a challenge failed
    kRackBonus,       // points for the tiles on the other rack
    kRackPenalty,     // points lost for the tiles on one's own rack
    kTimePenalty,
    kUnreadable,  // a line that is none of these: most likely a turn
  };
  Kind kind = Kind::kPass;
  int player = 0;
  Rack rack;      // as far as the file gives it
  MoveText move;  // of a play, an exchange or a pass
  Rack counted;   // the tiles of a bonus or penalty
  int score = 0, total = 0;
  std::string unreadable;  // the line after its '>'
  std::vector<GcgEstimate> estimates;
  std::vector<std::string> notes;  // each may have several lines
  int line = 0;                    // its line in the file; not compared

  bool is_turn() const {
    return kind == Kind::kPlay || kind == Kind::kExchange || kind == Kind::kPass ||
           kind == Kind::kUnreadable;
  }
  bool operator==(const GcgEvent& other) const;
};

struct GcgPragma {
  std::string name, value;
  bool operator==(const GcgPragma&) const = default;
};

struct GcgPlayer {
  std::string nick, name;
  const std::string& display_name() const { return name.empty() ? nick : name; }
  bool operator==(const GcgPlayer&) const = default;
};

struct GcgGame {
  Encoding encoding = Encoding::kUtf8;
  std::array<GcgPlayer, 2> players;
  std::vector<GcgPragma> pragmas;  // all others: title, lexicon, rack1, ..., unknown ones too
  std::vector<std::string> notes;  // before the first event
  std::vector<GcgEvent> events;
  const TileSet* tiles = &TileSet::english();
  const Layout* layout = &Layout::standard();
  Rules rules;  // the caller's: the format cannot state them

  // Finds a pragma by its name, ignoring case; null, or an empty value, if it is absent.
  const GcgPragma* find_pragma(std::string_view name) const;
  std::string_view pragma(std::string_view name) const;
  bool has_ended() const;  // an event counts the tiles left on a rack
  bool operator==(const GcgGame&) const = default;
};

struct GcgFinding {
  int line;
  std::string message;
};

// `before[i]` is the position in which event i took place. The mover's rack is as given if it has
// the tiles of the move; the other rack has what is known to have been kept. `moves[i]` is the
// event's move, if it is one that fits the board; `withdrawn[i]` says whether it was taken back.
struct GcgReplay {
  std::vector<Position> before;
  std::vector<std::optional<Move>> moves;
  std::vector<bool> withdrawn;
  std::optional<Position> after;  // always set; the player to move next is on turn
  // The first event whose tiles cannot be laid: later positions lack them, and there are no later
  // moves.
  std::optional<std::size_t> lost_at;
  std::vector<GcgFinding> findings;

  // Whether the board before `event` is known; the number of events stands for the end.
  bool knows_board(std::size_t event) const { return !lost_at || event <= *lost_at; }
};

struct GcgReading {
  GcgGame game;
  GcgReplay replay;  // `after` with the racks of #rack1 and #rack2, if the game goes on
  std::vector<GcgFinding> findings;  // of the file and its replay, in the order of lines
  // Whether the file holds anything of a game; if not, the findings say why. A file with neither
  // events nor findings is a game yet to begin.
  bool is_game() const;
  // Whether the game is over, but no event counts the tiles left on a rack.
  bool lacks_end_adjustment() const;
  // The indices of the events that are turns, in order, so that turn n is element n - 1. None
  // follow the end of the game: the turn lost by challenging its last play in vain does not count.
  std::vector<std::size_t> turns() const;
};

// States the file's encoding if it is the first line; elsewhere it is a pragma like any other.
inline constexpr std::string_view kGcgEncodingPragma = "#character-encoding";

// Reads any bytes. `tiles`: the tile set of a file that names none.
GcgReading read_gcg(std::string_view text, const TileSet& tiles = TileSet::english());
GcgReplay replay_gcg(const GcgGame& game);
std::string write_gcg(const GcgGame& game);

// `ESTIMATE wp=54.31 spread=12.5 best=8D.WORD by=sim`; nothing for any other note.
std::optional<GcgEstimate> parse_estimate(std::string_view note);
std::string estimate_text(const GcgEstimate& estimate);

}  // namespace zymurgy
