#include "sim/candidates.h"

#include <algorithm>

namespace zymurgy {

void add_pass(std::vector<Candidate>& candidates, const Position& position,
              const StaticEvaluator& evaluator) {
  const Move pass = Move::pass();
  const bool waits = position.bag_size() > 0 && position.most_exchanged() == 0;
  if (!(waits || position.runs_out_of_turns(pass)) || holds(candidates, pass)) return;
  constexpr std::ptrdiff_t kPlace = 3;
  candidates.insert(candidates.begin() + std::min(kPlace, std::ssize(candidates)),
                    {pass, evaluator.equity(position, pass)});
}

}  // namespace zymurgy
