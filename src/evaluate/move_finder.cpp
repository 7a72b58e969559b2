#include "evaluate/move_finder.h"

#include <algorithm>
#include <limits>

#include "game/random.h"

namespace zymurgy {
namespace {

std::uint64_t checksum_of(const Move& play) {
  std::uint64_t sum = static_cast<std::uint64_t>(play.direction) << 40 |
                      std::uint64_t{play.row} << 32 | std::uint64_t{play.col} << 24 |
                      std::uint64_t{play.length} << 16 | static_cast<std::uint16_t>(play.score);
  for (const Tile tile : play.tiles) sum = mix64(sum + 0x9e3779b97f4a7c15U) + tile;
  return mix64(sum);
}

}  // namespace

MoveFinder::MoveFinder(const Lexicon& lexicon, const LeaveTable& leaves)
    : evaluator_(leaves), words_(&lexicon.words()), generator_(lexicon) {}

void MoveFinder::start(const Position& position) {
  subsets_.assign(position.rack(), *words_, evaluator_.leaves());
  candidates_.clear();
}

Equity MoveFinder::floor_of_exchanges(int count, Equity margin) const {
  // Making moves of a hundred exchanges takes longer than finding those that can matter.
  Equity best = -kAnyMargin;
  for (int i = 1; i < subsets_.count(); ++i) best = std::max(best, terms_.played[i]);
  return count == 1 ? best : best - margin;
}

void MoveFinder::add_exchanges(const Position& position, Equity floor) {
  if (!position.exchange_allowed()) return;
  for (int i = 1; i < subsets_.count(); ++i) {
    const Equity equity = terms_.played[i];
    if (equity >= floor) candidates_.push_back({Move::exchange(subsets_.tiles(i)), equity});
  }
}

const std::vector<Candidate>& MoveFinder::top(const Position& position, const Lanes& lanes,
                                              int count, Equity margin) {
  start(position);
  evaluator_.fill(position, subsets_, terms_);
  add_exchanges(position, floor_of_exchanges(count, margin));
  generator_.top(lanes, position.rules(), subsets_, terms_, count, margin, candidates_);
  if (candidates_.empty()) candidates_.push_back({Move::pass(), 0});
  return candidates_;
}

const Candidate& MoveFinder::best_by_score(const Position& position, const Lanes& lanes) {
  start(position);
  terms_ = {};
  generator_.top(lanes, position.rules(), subsets_, terms_, 1, kAnyMargin, candidates_);
  if (candidates_.empty()) candidates_.push_back({Move::pass(), 0});
  return candidates_.front();
}

const std::vector<Move>& MoveFinder::plays(const Position& position, const Lanes& lanes) {
  start(position);
  plays_.clear();
  generator_.all(lanes, position.rules(), subsets_, plays_);
  return plays_;
}

const std::vector<Candidate>& MoveFinder::all(const Position& position, const Lanes& lanes) {
  plays(position, lanes);
  evaluator_.fill(position, subsets_, terms_);
  for (const Move& play : plays_) candidates_.push_back({play, evaluator_.equity(position, play)});
  add_exchanges(position, std::numeric_limits<Equity>::min());
  std::sort(candidates_.begin(), candidates_.end(), better);
  candidates_.push_back({Move::pass(), 0});
  return candidates_;
}

Perft MoveFinder::perft(const Position& position, const Lanes& lanes) {
  Perft perft;
  for (const Move& play : plays(position, lanes)) {
    ++perft.plays;
    perft.score_sum += play.score;
    perft.checksum += checksum_of(play);
  }
  if (position.exchange_allowed())
    perft.exchanges = static_cast<std::uint64_t>(subsets_.count() - 1);
  return perft;
}

}  // namespace zymurgy
