#include "making/contrast_player.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "play/draw_candidate.h"

namespace zymurgy {

static_assert(kMostContrastPlies <= kTalliedPlies, "gains are read from a rollout's tally");

ContrastPlayer::ContrastPlayer(const Lexicon& lexicon, const LeaveTable& leaves,
                               const ContrastHeader& header)
    : header_(header),
      leaves_(leaves),
      finder_(lexicon, leaves),
      wins_(lexicon.tiles().total()),  // all zeros: the labels are points
      rollout_(guide_maker(lexicon, leaves, wins_)()),
      game_(lexicon, Layout::standard()) {}

void ContrastPlayer::play(std::uint64_t index, ContrastGame& game) {
  random_ = Random::stream(header_.seed, index);
  game_.start(random_());
  game.record.index = index;
  game.record.begin(game_.position());
  game.groups.clear();
  while (!game_.over()) {
    top_ = finder_.top(game_.position(), game_.lanes(), header_.top);
    auto& group = game.groups.emplace_back();
    const int bag = game_.position().bag_size();
    if (top_.size() > 1 && (header_.late ? bag <= *header_.late : bag > 0)) judge(group);
    const bool at_random = header_.late || bag > 0;
    const Move move = top_[at_random ? draw_candidate(top_, random_, header_.temperature) : 0].move;
    game.record.turns.push_back({move, game_.play(move)});
  }
}

std::vector<Candidate> ContrastPlayer::choose() {
  std::vector<Candidate> chosen, rest = top_;
  const auto count = std::min(static_cast<std::size_t>(header_.plays), rest.size());
  for (std::size_t i = 0; chosen.size() < count;
       i = draw_candidate(rest, random_, header_.falloff)) {
    chosen.push_back(rest[i]);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (rest.empty()) break;
  }
  return chosen;
}

void ContrastPlayer::judge(std::vector<ContrastPlay>& group) {
  const std::vector<Candidate> chosen = choose();
  const SimSetup setup(game_.position(), game_.lanes(), leaves_, chosen);
  const Deal deal = deal_at_random(game_.position(), nullptr, random_);
  const bool to_the_end = header_.late.has_value();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Sample& sample = rollout_.play(setup, i, deal, to_the_end ? kToTheEnd : header_.plies);
    ContrastPlay play{chosen[i].move, chosen[i].equity, {}, to_the_end};
    for (int ply = 0; ply < header_.plies; ++ply)
      play.gains.push_back(
          ply + 1 < std::min(sample.plies, header_.plies) ? sample.tallied[ply].gain : sample.gain);
    group.push_back(std::move(play));
  }
}

}  // namespace zymurgy
