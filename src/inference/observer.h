// What a player's moves through a game say of the rack, for one who is told all turns anew at each.
#pragma once

#include <optional>
#include <span>

#include "inference/inference.h"

namespace zymurgy {

// A turn as it is known: `before` holds the mover's rack as far as it was told.
struct SeenTurn {
  Position before;
  Move move;
  bool stands = true;  // it was not challenged off
  bool operator==(const SeenTurn&) const = default;
};

class Observer {
 public:
  Observer(const Lexicon& lexicon, const LeaveTable& leaves)
      : lexicon_(&lexicon), inference_(lexicon, leaves) {}

  // Takes in the turns of the side that is not on turn `now`, but for those it knows already, until
  // it halts. Null if none was taken in.
  const Inferred* learn(std::span<const SeenTurn> turns, const Position& now,
                        const InferOptions& options, std::stop_token stop);
  // As in Inference, of the side learned from.
  std::optional<double> doubt() const { return inference_.doubt(); }

 private:
  const Lexicon* lexicon_;
  Inference inference_;
  std::vector<SeenTurn> taken_;  // all turns that were taken in
  int player_ = 0;               // whose
  double doubt_ = 0;             // taken in with
};

}  // namespace zymurgy
