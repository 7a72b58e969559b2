#include "evaluate/move_finder.h"

#include <algorithm>
#include <functional>

#include "game/random.h"

namespace zymurgy {
namespace {

std::uint64_t checksum_of(const Move& play) {
  std::uint64_t sum = static_cast<std::uint64_t>(play.direction) << 40 |
                      std::uint64_t{play.row} << 32 | std::uint64_t{play.col} << 24 |
                      std::uint64_t{play.length} << 16 | static_cast<std::uint16_t>(play.score);
  for (const Tile tile : play.tiles) sum = mix64(sum + kGolden) + tile;
  return mix64(sum);
}

}  // namespace

MoveFinder::MoveFinder(const Lexicon& lexicon, const LeaveTable& leaves)
    : evaluator_(leaves), words_(&lexicon.words()), generator_(lexicon) {}

void MoveFinder::start(const Position& position) {
  subsets_.assign(position.rack(), *words_, evaluator_.leaves());
  candidates_.clear();
}

void MoveFinder::add_exchanges(const Position& position, Equity margin) {
  // Building a hundred exchange moves takes longer than finding those that can matter.
  Equity best = -kAnyMargin;
  for (const int i : exchanged(position)) best = std::max(best, terms_.played[i]);
  for (const int i : exchanged(position))
    if (terms_.played[i] >= best - margin)
      candidates_.push_back({Move::exchange(subsets_.tiles(i)), terms_.played[i]});
}

void MoveFinder::add_pass(const Position& position) {
  candidates_.push_back({Move::pass(), evaluator_.equity(position, Move::pass())});
}

const std::vector<Candidate>& MoveFinder::top(const Position& position, const Lanes& lanes,
                                              int count, Equity margin) {
  start(position);
  evaluator_.fill(position, subsets_, terms_);
  add_exchanges(position, count == 1 ? 0 : margin);
  generator_.top(lanes, position.rules(), subsets_, terms_, count, margin, candidates_);
  if (candidates_.empty()) add_pass(position);
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
  add_exchanges(position, kAnyMargin);
  std::sort(candidates_.begin(), candidates_.end(), better);
  add_pass(position);
  return candidates_;
}

const std::vector<Candidate>& MoveFinder::all_by_equity(const Position& position,
                                                        const Lanes& lanes) {
  all(position, lanes);
  std::ranges::stable_sort(candidates_, std::greater(), &Candidate::equity);
  return candidates_;
}

Perft MoveFinder::perft(const Position& position, const Lanes& lanes) {
  Perft perft;
  for (const Move& play : plays(position, lanes)) {
    ++perft.plays;
    perft.score_sum += play.score;
    perft.checksum += checksum_of(play);
  }
  perft.exchanges = exchanged(position).size();
  return perft;
}

}  // namespace zymurgy
