#include "play/limited.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "game/scoring.h"
#include "play/draw_candidate.h"

namespace zymurgy {
namespace {

constexpr double kLuck = 2;  // random difference in how hard a word is for a person, in letters
constexpr double kRarityWeight = 1.5;  // in letters of length, per bit of rarity a letter
constexpr double kUsualRarity = 4;     // bits a letter, in ordinary words
constexpr std::size_t kSeen = 30;      // moves to choose among
constexpr double kEndgameCalm = 0.25;  // factor on the temperature once the bag is empty

bool known(const Vocabulary& vocabulary, const Board& board, const Move& move) {
  if (!move.is_play()) return true;
  const auto words = words_formed(board, move);
  return std::all_of(words.begin(), words.end(),
                     [&](const Word& word) { return vocabulary.knows(letters_of(word)); });
}

}  // namespace

Vocabulary::Vocabulary(const TileSet& tiles, double reach, std::uint64_t seed)
    : reach_(reach), seed_(seed) {
  for (int l = 1; l <= tiles.letters(); ++l) {
    const auto letter = static_cast<Letter>(l);
    rarity_[letter] =
        std::log2(static_cast<double>(tiles.total()) / std::max(1, tiles.count(letter)));
  }
}

bool Vocabulary::knows(LetterRun word) const {
  if (word.size() <= 2) return true;
  double rarity = 0;
  std::uint64_t hash = seed_;
  for (const Letter letter : word) {
    rarity += rarity_[letter];
    hash = mix64(hash + letter + 1);
  }
  const auto length = static_cast<double>(word.size());
  const double luck = kLuck * (2 * Random(hash).unit() - 1);
  return length + kRarityWeight * (rarity / length - kUsualRarity) + luck <= reach_;
}

Skill Skill::of_elo(int elo) {
  if (elo >= kHighestElo) return {100, 0};
  // For levels 200 apart, the highest first; fitted to games between neighbouring levels.
  constexpr std::array kWeakness{0.0, 0.33, 0.595, 0.742, 0.834, 0.898, 0.965};
  constexpr int kStep = (kHighestElo - kLowestElo) / (std::ssize(kWeakness) - 1);
  const int below = kHighestElo - std::max(elo, kLowestElo);
  const auto level = std::min(static_cast<std::size_t>(below / kStep), kWeakness.size() - 2);
  const double weakness = std::lerp(kWeakness[level], kWeakness[level + 1],
                                    below / double{kStep} - static_cast<double>(level));
  return {14 - 10 * weakness, 20 * weakness};
}

Move limited_choice(MoveFinder& finder, const Vocabulary& vocabulary, const Skill& skill,
                    const Position& position, const Lanes& lanes, Random& random) {
  std::vector<Candidate> seen;
  bool exchange = false;
  for (const Candidate& candidate : finder.all(position, lanes)) {
    // The pass comes last, for a player who knows no other move.
    if (seen.size() == kSeen || (candidate.move == Move::pass() && !seen.empty())) break;
    // Exchanging counts as one option among the plays, however many ways there are.
    if (candidate.move.kind == MoveKind::kExchange && std::exchange(exchange, true)) continue;
    if (known(vocabulary, position.board(), candidate.move)) seen.push_back(candidate);
  }
  if (skill.temperature <= 0) return seen.front().move;
  const double calm = position.bag_size() == 0 ? kEndgameCalm : 1;
  return seen[draw_candidate(seen, random, skill.temperature * calm)].move;
}

}  // namespace zymurgy
