#include "sim/rollout.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "evaluate/end_of_turns.h"

namespace zymurgy {
namespace {

// `bag`: whether the bag had tiles before the play.
Equity kept_value(const LeaveTable& leaves, bool bag, const Rack& kept) {
  return bag ? leaves.kept(kept) : 0;
}

// Whether the bag cannot be empty after a candidate and `plies` plies. Nearer to the end of the
// game a guide's outlook misleads (bench/simulation.md).
bool bag_outlasts(const Position& root, int plies) {
  const int surely = (root.bag_size() - 1) / kRackSize;  // moves that must leave a tile in the bag
  return plies < surely;
}

}  // namespace

SimSetup::SimSetup(const Position& root, const Lanes& lanes, const LeaveTable& leaves,
                   const std::vector<Candidate>& candidates)
    : root_(root), leaves_(&leaves) {
  for (const Candidate& candidate : candidates) {
    Start start{candidate.move, root, lanes, 0};
    start.position.make(candidate.move);
    if (candidate.move.is_play()) start.lanes.lay(candidate.move);
    start.leave = kept_value(leaves, root.bag_size() > 0, start.position.rack(root.on_turn()));
    starts_.push_back(std::move(start));
  }
}

Move Rollout::reply(const Position& position, const Lanes& lanes) {
  // A side that is sure to win, judged by its own rack alone, ends the game.
  constexpr double kSure = 0.95;
  const Move pass = Move::pass();
  if (position.bag_size() > 0 && position.runs_out_of_turns(pass)) {
    Position seen = position;
    seen.set_rack(1 - seen.on_turn(), {});
    if (end_of_turns(seen, pass).win > kSure) return pass;
  }
  return guide_->reply(position, lanes).move;
}

void Rollout::draw(Position& position, int player, const Move& move, bool front) {
  while (position.rack(player).size() < kRackSize && begin_ < end_)
    position.give(player, row_[front ? begin_++ : --end_]);
  if (move.kind != MoveKind::kExchange) return;
  for (int i = 0; i < move.length; ++i) {
    // The tile goes to a random place in the row; the tile there moves to this player's end.
    const int at = front ? --begin_ : end_++;
    const int to =
        begin_ + static_cast<int>(places_.below(static_cast<std::uint32_t>(end_ - begin_)));
    row_[at] = row_[to];
    row_[to] = move.tiles[i];
  }
}

void Rollout::finish(const SimSetup& setup, const Position& position,
                     const std::array<Equity, 2>& leaves) {
  const int mover = setup.mover();
  const auto root_spread = setup.root().spread() * kPoint;
  if (position.over()) {
    const int spread = position.final_spread(mover);
    sample_.win = WinTable::of_final(spread);
    sample_.spread = spread * kPoint;
  } else {
    const int on_turn = position.on_turn();
    const Guide::Leaf leaf = guide_->value(position, leaves[on_turn] - leaves[1 - on_turn],
                                           end_ - begin_ + position.rack(1 - on_turn).size());
    sample_.win = on_turn == mover ? leaf.win : WinTable::kOne - leaf.win;
    sample_.spread = on_turn == mover ? leaf.spread : -leaf.spread;
  }
  sample_.gain = sample_.spread - root_spread;
}

const Sample& Rollout::play(const SimSetup& setup, std::size_t index, const Deal& deal, int plies) {
  const SimSetup::Start& start = setup.starts()[index];
  const int mover = setup.mover();
  std::copy_n(deal.row.begin(), deal.size, row_.begin());
  begin_ = 0;
  end_ = deal.size;
  places_ = Random(deal.salt);

  Position position = start.position;
  position.set_rack(1 - mover, deal.opponent);
  draw(position, mover, start.move, true);
  std::array<Equity, 2> leaves{}, outlook{};
  leaves[mover] = start.leave;
  const bool has_outlook = bag_outlasts(setup.root(), plies);

  sample_.plies = 0;
  sample_.reply = Move::pass();
  std::optional<Lanes> own;  // the lanes once a reply is laid on them
  const Lanes* lanes = &start.lanes;
  while (sample_.plies < plies && !position.over()) {
    const int player = position.on_turn();
    const Move move = reply(position, *lanes);
    if (sample_.plies == 0) sample_.reply = move;
    const bool bag = position.bag_size() > 0;
    if (has_outlook && sample_.plies + 1 == plies)
      outlook[player] = guide_->outlook(position, *lanes, move);
    position.make(move);
    leaves[player] = kept_value(setup.leaves(), bag, position.rack(player));
    if (sample_.plies < kTalliedPlies) {
      const int lead = position.score(mover) - position.score(1 - mover) - setup.root().spread();
      sample_.tallied[sample_.plies] = {move.score, move.is_bingo(),
                                        lead * kPoint + leaves[mover] - leaves[1 - mover]};
    }
    draw(position, player, move, player == mover);
    if (++sample_.plies == plies || !move.is_play()) continue;
    if (!own) {
      own.emplace(start.lanes);
      lanes = &*own;
    }
    own->lay(move);
  }
  finish(setup, position, {leaves[0] + outlook[0], leaves[1] + outlook[1]});
  return sample_;
}

}  // namespace zymurgy
