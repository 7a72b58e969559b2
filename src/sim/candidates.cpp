#include "sim/candidates.h"

#include <algorithm>

namespace zymurgy {

void add_waiting_pass(std::vector<Candidate>& candidates, const Position& position,
                      const StaticEvaluator& evaluator) {
  if (position.bag_size() == 0 || position.most_exchanged() > 0) return;
  const Move pass = Move::pass();
  if (holds(candidates, pass)) return;
  constexpr std::ptrdiff_t kPlace = 3;
  candidates.insert(candidates.begin() + std::min(kPlace, std::ssize(candidates)),
                    {pass, evaluator.equity(position, pass)});
}

}  // namespace zymurgy
