#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "game/supply.h"
#include "game/text.h"
#include "protocol/gcg.h"
#include "protocol/resolve.h"

namespace zymurgy {
namespace {

class Replayer {
 public:
  explicit Replayer(const GcgGame& game)
      : game_(game), position_(*game.tiles, *game.layout, game.rules) {}

  GcgReplay run() {
    for (const GcgEvent& event : game_.events) {
      event_ = &event;
      worth_ = event.score;
      if (event.kind != GcgEvent::Kind::kWithdrawn) take_turn();
      replay_.before.push_back(position_);
      replay_.moves.emplace_back();
      replay_.withdrawn.push_back(false);
      replay_event();
      check_total();
    }
    position_.set_on_turn(next_);
    replay_.after = position_;
    return std::move(replay_);
  }

 private:
  void find(const std::string& message) { replay_.findings.push_back({event_->line, message}); }

  void expect_score(int expected) {
    worth_ = expected;
    if (event_->score != expected)
      find("score: expected " + with_sign(expected) + ", found " + with_sign(event_->score));
  }

  void expect_tiles(const TileCounts& expected) {
    if (event_->counted == expected) return;
    find("tiles counted: expected '" + game_.tiles->rack_text(expected) + "', found '" +
         game_.tiles->rack_text(event_->counted) + "'");
  }

  // The other rack is the unseen tiles or, while the bag has tiles, part of them.
  void expect_others(const TileCounts& unseen) {
    if (replay_.lost_at) return;
    if (position_.bag_size() == 0) return expect_tiles(unseen);
    if (!unseen.includes(event_->counted))
      find("tiles counted: '" + game_.tiles->rack_text(event_->counted) +
           "' cannot be on the other rack");
  }

  // The tiles counted are the player's rack, if the supply allows it.
  void see_rack(int player) {
    const Rack known = position_.rack(player);
    position_.set_rack(player, event_->counted);
    if (!check_supply(position_)) position_.set_rack(player, known);
  }

  // The tiles left at the end may be counted in only one line per player.
  void settle() {
    bool& settled = settled_[event_->player];
    if (settled) find("tiles are counted a second time for this player");
    settled = true;
  }

  // The file decides whose turn it is.
  void take_turn() {
    position_.set_on_turn(event_->player);
    exceeds_supply_ = false;
    if (event_->rack.empty()) return;
    expect_kept();
    position_.set_rack(event_->player, event_->rack);
    if (const auto enough = check_supply(position_); !enough && !replay_.lost_at) {
      find(enough.error().message);
      position_.set_rack(event_->player, {});
      exceeds_supply_ = true;
    }
  }

  // A full rack holds the tiles kept. After a finding either line may have the slip, so the next
  // rack is not checked; nor is the rack after a line that is not a turn, whose own rack may be an
  // old one.
  void expect_kept() {
    const std::optional<int> line = std::exchange(kept_at_[event_->player], std::nullopt);
    if (!event_->is_turn()) return;
    const TileCounts& kept = position_.rack(event_->player);
    if (!line || event_->rack.size() < kRackSize || event_->rack.includes(kept)) {
      kept_at_[event_->player] = event_->line;
      return;
    }
    find("the rack '" + game_.tiles->rack_text(event_->rack) + "' lacks some of '" +
         game_.tiles->rack_text(kept) + "', kept in line " + std::to_string(*line));
  }

  void replay_event() {
    const TileSet& tiles = *game_.tiles;
    switch (event_->kind) {
      case GcgEvent::Kind::kPlay:
      case GcgEvent::Kind::kExchange:
      case GcgEvent::Kind::kPass:
      case GcgEvent::Kind::kUnreadable:
        return make_move();
      case GcgEvent::Kind::kWithdrawn:
        return withdraw();
      case GcgEvent::Kind::kRackBonus:
        settle();
        expect_score(2 * tiles.points(event_->counted));
        expect_others(position_.unseen(event_->player));
        return see_rack(1 - event_->player);
      case GcgEvent::Kind::kRackPenalty:
        settle();
        expect_score(-tiles.points(event_->counted));
        if (!replay_.lost_at && position_.board().tiles() + event_->counted.size() == tiles.total())
          find("the other player went out and gets twice these tiles; none are taken off");
        if (!event_->rack.empty()) expect_tiles(event_->rack);
        return see_rack(event_->player);
      case GcgEvent::Kind::kChallengeBonus:
        if (!has_just_played() && !unlaid_) find("no play of this player was challenged");
        if (event_->score < 0) find("a challenge bonus below zero: " + with_sign(event_->score));
        challenged_ = true;
        return;
      case GcgEvent::Kind::kTimePenalty:
        if (event_->score > 0) find("a time penalty above zero: " + with_sign(event_->score));
        return;
    }
  }

  void make_move() {
    if (event_->kind != GcgEvent::Kind::kUnreadable) expect_turn();
    next_ = 1 - event_->player;
    last_move_ = replay_.moves.size() - 1;
    undo_.reset();
    unlaid_ = challenged_ = false;
    if (const auto move = lay()) {
      replay_.moves.back() = *move;
      undo_ = position_.make(*move);
      // After an exchange of unknown tiles, the tiles kept are unknown.
      if (!move->tiles_known()) position_.set_rack(event_->player, {});
    } else {
      leave_unlaid();
    }
  }

  void expect_turn() {
    if (is_over(position_) && !is_turn_lost()) find("a move after the end of the game");
    // A failed challenge may have cost the opponent a turn that no line records.
    if (event_->player != next_ && last_move_ && !challenged_)
      find("a second turn in a row by " + game_.players[event_->player].nick);
  }

  // The event's move, if the board is known and the move fits it. A rack without its tiles cannot
  // be the one held and becomes unknown.
  std::optional<Move> lay() {
    if (replay_.lost_at || event_->kind == GcgEvent::Kind::kUnreadable) return std::nullopt;
    auto move = resolve(event_->move, position_);
    if (move) {
      expect_score(move->score);
      return *move;
    }
    if (!exceeds_supply_)
      find(bad_move(human_text(event_->move, position_.tiles()), move.error().message).message);
    Position unknown = position_;
    unknown.set_rack(event_->player, {});
    move = resolve(event_->move, unknown);
    if (!move) return std::nullopt;
    replay_.before.back() = position_ = unknown;
    return *move;
  }

  // For a move that cannot be laid, the turn and the points count, and a play ends a run of
  // scoreless turns.
  void leave_unlaid() {
    position_.set_rack(event_->player, {});
    position_.make(Move::pass());
    const bool exchange = event_->kind == GcgEvent::Kind::kExchange;
    if (exchange || event_->kind == GcgEvent::Kind::kPass) return;
    position_.set_scoreless_turns(0);
    unlaid_ = true;
    if (!replay_.lost_at) replay_.lost_at = last_move_;
  }

  int last_mover() const { return 1 - next_; }

  // A pass by the player whose challenge of the out-play failed, as Macondo writes it.
  bool is_turn_lost() const {
    return event_->kind == GcgEvent::Kind::kPass && undo_ && undo_->move.is_play() &&
           last_mover() != event_->player;
  }

  bool has_just_played() const {
    return undo_ && undo_->move.is_play() && last_mover() == event_->player;
  }

  void withdraw() {
    const bool laid = has_just_played();
    if (!laid && !(unlaid_ && last_mover() == event_->player))
      return find("there is no play of this player to take back");
    replay_.withdrawn[*last_move_] = true;
    unlaid_ = false;
    if (replay_.lost_at == last_move_) replay_.lost_at.reset();
    expect_score(-game_.events[*last_move_].score);
    if (!laid) return;
    position_.set_on_turn(next_);  // as it was after the play
    position_.undo(*undo_);
    position_.make(Move::pass());
    undo_.reset();
  }

  // A slip is one finding: after a wrong score or total, the file may go on from what it said or
  // from what it should have said. The first total after an unreadable line is believed.
  void check_total() {
    Total& total = totals_[event_->player];
    const int stated = event_->total;
    if (event_->kind == GcgEvent::Kind::kUnreadable) {
      total = {};
      return;
    }
    if (!total.last) {
      total = {stated, stated};
    } else {
      const int by_score = *total.last + event_->score;
      const int by_board = total.played + worth_;
      if (stated != by_score && stated != by_board && stated != *total.last + worth_)
        find("total of " + game_.players[event_->player].nick + ": expected " +
             std::to_string(by_score) + ", found " + std::to_string(stated));
      total = {stated, by_board};
    }
    position_.set_score(event_->player, stated);
  }

  struct Total {
    std::optional<int> last;  // as stated; unknown after an unreadable line
    int played = 0;           // what it would be without slips
  };

  const GcgGame& game_;
  Position position_;
  GcgReplay replay_;
  const GcgEvent* event_ = nullptr;
  std::optional<Position::Undo> undo_;    // of the last move, if it was made
  bool unlaid_ = false;                   // the last move may be a play, but was not laid
  bool exceeds_supply_ = false;           // the given rack exceeds the supply: a finding
  bool challenged_ = false;               // a challenge has failed since the last move
  std::optional<std::size_t> last_move_;  // the event of the last move
  int next_ = 0;                          // the player to move next
  int worth_ = 0;                         // the event's score if the file had no slip
  std::array<Total, 2> totals_{Total{0}, Total{0}};
  std::array<std::optional<int>, 2> kept_at_{};  // the line after which the tiles kept are known
  std::array<bool, 2> settled_{};
};

}  // namespace

GcgReplay replay_gcg(const GcgGame& game) { return Replayer(game).run(); }

}  // namespace zymurgy
