#include "lexicon/extensions.h"

#include <array>
#include <cstring>

namespace zymurgy {

Extensions::Extensions(const WordGraph& graph, int letters)
    // Enough zeros at both ends that no run reaches over them.
    : kinds_(static_cast<std::size_t>(letters) + 1), text_(kBoardDim, 0) {
  graph.for_each_word([&](const Letter* word, int length) {
    if (length > kBoardDim) return;
    text_.insert(text_.end(), word, word + length);
    text_.push_back(0);
  });
  text_.insert(text_.end(), kBoardDim, 0);

  // A counting sort of all places where a run of two letters or more begins.
  const auto begins_run = [&](std::size_t i) { return text_[i] != 0 && text_[i + 1] != 0; };
  starts_.assign(kinds_ * kinds_ * kinds_ + 1, 0);
  for (std::size_t i = 0; i + 3 < text_.size(); ++i)
    if (begins_run(i)) ++starts_[bucket(&text_[i]) + 1];
  for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
  places_.resize(starts_.back());
  fourth_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t i = 0; i + 3 < text_.size(); ++i) {
    if (!begins_run(i)) continue;
    const std::uint32_t p = next[bucket(&text_[i])]++;
    places_[p] = static_cast<std::uint32_t>(i);
    fourth_[p] = text_[i + 3];
  }
}

Extension Extensions::of(LetterRun run) const {
  const std::size_t n = run.size();
  // Looks where the run's rarest three letters occur; of four letters or more not the last three,
  // so that the fourth letter is one of the run's. Two letters span the buckets of all third bytes.
  std::size_t rarest = 0, low, high;
  if (n == 2) {
    const std::array<Letter, 3> first{run[0], run[1], 0};
    low = bucket(first.data());
    high = low + kinds_;
  } else {
    const auto count = [&](std::size_t i) {
      return starts_[bucket(&run[i]) + 1] - starts_[bucket(&run[i])];
    };
    for (std::size_t i = 1; i + 3 < n; ++i)
      if (count(i) < count(rarest)) rarest = i;
    low = bucket(&run[rarest]);
    high = low + 1;
  }
  Extension found;
  for (std::uint32_t p = starts_[low]; p < starts_[high]; ++p) {
    if (n > 3 && fourth_[p] != run[rarest + 3]) continue;
    const Letter* at = &text_[places_[p] - rarest];
    if (n > 4 && std::memcmp(at, run.data(), n) != 0) continue;
    found.before |= set_of(at[-1]);
    found.after |= set_of(at[n]);
  }
  // A 0 beside the run only means that the run begins or ends a word.
  found.before &= ~set_of(0);
  found.after &= ~set_of(0);
  return found;
}

}  // namespace zymurgy
