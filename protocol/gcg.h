// GCG: an annotated game, as a value. Read with read_gcg, replayed with replay_gcg, written with
// write_gcg; what is written reads as an equal game.
//
// A file that contradicts itself (totals that do not add up, plays that fit neither board nor rack,
// tiles that do not exist) gives findings, each with its line; reading goes on with what the file
// says, and what only follows from a finding is none.
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

// What a program thought of the position before an event: written as `#note ESTIMATE wp=54.31 ...`.
struct GcgEstimate {
  double win_percent = 50;       // of the player on turn, 0 to 100
  std::optional<double> spread;  // final, mover minus other
  std::string best;              // the play it preferred, a UCGI move
  std::string by;                // who estimated, a word
  bool operator==(const GcgEstimate&) const = default;
};

struct GcgEvent {
  enum class Kind {
    kPlay,
    kExchange,
    kPass,
    kWithdrawn,       // the play before was challenged off
    kChallengeBonus,  // a challenge failed
    kRackBonus,       // points for the tiles of the other's rack
    kRackPenalty,     // points lost for one's own
    kTimePenalty,
    kUnreadable,  // a line that says nothing of these: most likely a turn
  };
  Kind kind = Kind::kPass;
  int player = 0;
  Rack rack;      // as far as the file gives it
  MoveText move;  // of a play, an exchange or a pass
  Rack counted;   // the tiles of a bonus or penalty
  int score = 0, total = 0;
  std::string unreadable;  // the line as it stands behind its '>'
  std::vector<GcgEstimate> estimates;
  std::vector<std::string> notes;  // may run over lines
  int line = 0;                    // where it stood; not compared

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
  const std::string& called() const { return name.empty() ? nick : name; }
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
  Rules rules;  // the caller's: the format has no words for them

  // By its name in any case; null, or an empty value, if it is absent.
  const GcgPragma* find_pragma(std::string_view name) const;
  std::string_view pragma(std::string_view name) const;
  bool has_ended() const;  // tiles left on a rack are counted
  bool operator==(const GcgGame&) const = default;
};

struct GcgFinding {
  int line;
  std::string message;
};

// `before[i]` is the position in which event i took place, the mover's rack as given if it has the
// tiles of the move, the other's as far as it is known from what was kept; `moves[i]` is its move
// if it is one that fits the board; `withdrawn[i]` if it is one that was taken back.
struct GcgReplay {
  std::vector<Position> before;
  std::vector<std::optional<Move>> moves;
  std::vector<bool> withdrawn;
  std::optional<Position> after;  // always set; who would move next is on turn
  // The event whose tiles nobody can lay: positions behind it lack them, and there are no moves.
  std::optional<std::size_t> lost_at;
  std::vector<GcgFinding> findings;

  // What lay on the board before that event; of their number, after the last.
  bool knows_board(std::size_t event) const { return !lost_at || event <= *lost_at; }
};

struct GcgReading {
  GcgGame game;
  GcgReplay replay;  // `after` with the racks of #rack1 and #rack2, if the game goes on
  std::vector<GcgFinding> findings;  // of the file and its replay, in the order of lines
  // Whether there is anything of a game, else the findings say why not; what has neither events nor
  // findings is one yet to begin.
  bool is_game() const;
  // The game has come to its end, yet no tiles left on a rack are counted.
  bool lacks_count() const;
  // The events that are turns, in order: their numbers are those of turns, from 1. Once a game is
  // over there are none: who challenged the last play in vain lost one that counts for nothing.
  std::vector<std::size_t> turns() const;
};

// Says how the file is encoded if it is the first line; elsewhere it is a pragma like any other.
inline constexpr std::string_view kGcgEncodingPragma = "#character-encoding";

// Any bytes; `tiles` are those of a file that names none.
GcgReading read_gcg(std::string_view text, const TileSet& tiles = TileSet::english());
GcgReplay replay_gcg(const GcgGame& game);
std::string write_gcg(const GcgGame& game);

// `ESTIMATE wp=54.31 spread=12.5 best=8D.WORD by=sim`; nothing for another note.
std::optional<GcgEstimate> parse_estimate(std::string_view note);
std::string estimate_text(const GcgEstimate& estimate);

}  // namespace zymurgy
