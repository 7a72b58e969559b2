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
      if (event.kind != GcgEvent::Kind::kWithdrawn) take_turn();
      replay_.before.push_back(position_);
      replay_.moves.emplace_back();
      replay_.withdrawn.push_back(false);
      take_place();
      check_total();
    }
    position_.set_on_turn(next_);
    replay_.after = position_;
    return std::move(replay_);
  }

 private:
  void find(const std::string& message) { replay_.findings.push_back({event_->line, message}); }

  void expect_score(int expected) {
    if (event_->score != expected)
      find("score: expected " + with_sign(expected) + ", found " + with_sign(event_->score));
  }

  void expect_tiles(const TileCounts& expected) {
    if (event_->counted == expected) return;
    find("tiles counted: expected '" + game_.tiles->rack_text(expected) + "', found '" +
         game_.tiles->rack_text(event_->counted) + "'");
  }

  // The other's rack is what is unseen, and where tiles are left in the bag a part of it.
  void expect_others(const TileCounts& unseen) {
    if (position_.bag_size() == 0) return expect_tiles(unseen);
    if (!unseen.includes(event_->counted))
      find("tiles counted: '" + game_.tiles->rack_text(event_->counted) +
           "' cannot be on the other's rack");
  }

  // What is counted shows whose rack it is, if it can be there.
  void see_rack(int player) {
    const Rack known = position_.rack(player);
    position_.set_rack(player, event_->counted);
    if (!check_supply(position_)) position_.set_rack(player, known);
  }

  // What the end of the game adds to a player's score or takes from it has one line.
  void settle() {
    bool& settled = settled_[event_->player];
    if (settled) find("tiles are counted a second time for this player");
    settled = true;
  }

  // Whose turn it is, is the file's word: a turn lost to a challenge may have no line.
  void take_turn() {
    position_.set_on_turn(event_->player);
    if (event_->rack.empty()) return;
    position_.set_rack(event_->player, event_->rack);
    if (const auto enough = check_supply(position_); !enough) {
      find(enough.error().message);
      position_.set_rack(event_->player, {});
    }
  }

  void take_place() {
    const TileSet& tiles = *game_.tiles;
    switch (event_->kind) {
      case GcgEvent::Kind::kPlay:
      case GcgEvent::Kind::kExchange:
      case GcgEvent::Kind::kPass:
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
        if (position_.board().tiles() + event_->counted.size() == tiles.total())
          find("the other player went out, who gets twice these tiles; none are taken off");
        if (!event_->rack.empty()) expect_tiles(event_->rack);
        return see_rack(event_->player);
      case GcgEvent::Kind::kChallengeBonus:
        if (!has_just_played() && !unfit_) find("no play of this player was challenged");
        if (event_->score < 0) find("a challenge bonus below zero: " + with_sign(event_->score));
        return;
      case GcgEvent::Kind::kTimePenalty:
        if (event_->score > 0) find("a time penalty above zero: " + with_sign(event_->score));
        return;
    }
  }

  void make_move() {
    if (is_over(position_) && !is_turn_lost()) find("a move after the end of the game");
    next_ = 1 - event_->player;
    last_move_ = replay_.moves.size() - 1;
    undo_.reset();
    unfit_ = false;
    auto move = resolve(event_->move, position_);
    if (!move) {
      // What the file says is laid nowhere, but the turn and the points count: a play ends a row of
      // scoreless turns.
      find(bad_move(human_text(event_->move, position_.tiles()), move.error().message).message);
      position_.make(Move::pass());
      if (event_->kind == GcgEvent::Kind::kPlay) position_.set_zero_turns(0);
      unfit_ = true;
      return;
    }
    expect_score(move->score);
    replay_.moves.back() = *move;
    undo_ = position_.make(*move);
    // Which tiles stayed after an exchange of unknown ones is unknown.
    if (!move->names_its_tiles()) position_.set_rack(event_->player, {});
  }

  int last_mover() const { return 1 - next_; }

  // A pass of the player whose challenge of the out-play failed, as Macondo writes it.
  bool is_turn_lost() const {
    return event_->kind == GcgEvent::Kind::kPass && undo_ && undo_->move.is_play() &&
           last_mover() != event_->player;
  }

  bool has_just_played() const {
    return undo_ && undo_->move.is_play() && last_mover() == event_->player;
  }

  void withdraw() {
    const bool laid = has_just_played();
    if (!laid && !(unfit_ && last_mover() == event_->player))
      return find("there is no play of this player to take back");
    replay_.withdrawn[last_move_] = true;
    unfit_ = false;
    if (!laid) return;  // it was unfit
    expect_score(-undo_->move.score);
    position_.set_on_turn(next_);  // as it was left
    position_.undo(*undo_);
    position_.make(Move::pass());
    undo_.reset();
  }

  // After a wrong total the file's is believed, so that one slip is one finding.
  void check_total() {
    int& total = totals_[event_->player];
    if (event_->total != total + event_->score)
      find("total of " + game_.players[event_->player].nick + ": expected " +
           std::to_string(total + event_->score) + ", found " + std::to_string(event_->total));
    total = event_->total;
    position_.set_score(event_->player, total);
  }

  const GcgGame& game_;
  Position position_;
  GcgReplay replay_;
  const GcgEvent* event_ = nullptr;
  std::optional<Position::Undo> undo_;  // of the last move, if it fits
  bool unfit_ = false;                  // the last move was: it is a finding already
  std::size_t last_move_ = 0;           // its event
  int next_ = 0;                        // to move
  std::array<int, 2> totals_{};
  std::array<bool, 2> settled_{};
};

}  // namespace

GcgReplay replay_gcg(const GcgGame& game) { return Replayer(game).run(); }

}  // namespace zymurgy
