// What a player's moves through a game say about its rack. The caller passes all turns of the game
// each time; those already known are skipped.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inference/inference.h"
#include "inference/turns.h"

namespace zymurgy {

class Observer {
 public:
  Observer(const Lexicon& lexicon, const LeaveTable& leaves)
      : lexicon_(&lexicon), leaves_(&leaves), inference_(lexicon, leaves) {}

  void forget();
  // Takes in those turns of the side not on turn in `now` that are not known already. If there seem
  // to be too many for the time before a deadline, the oldest are left out until there is time for
  // all. Null if there are none, or no time for the last; what is known stays known. Except for the
  // limits, options stay the same through a game; with another doubt or seed, all is learned anew.
  const Inferred* learn(std::span<const SeenTurn> turns, const Position& now,
                        const InferOptions& options);
  // Inference::doubt for the side learned from.
  std::optional<double> doubt() const { return inference_.doubt(); }

 private:
  struct KnownTurn {
    SeenTurn turn;
    Rack own;  // the observer's rack at that time, as far as known
  };
  bool continues(std::span<const SeenTurn> turns, const Position& now,
                 const InferOptions& options) const;
  // The first turn from which all can be taken in within this share of the time left; the end if
  // not even the last can.
  std::size_t first_in_time(double share, const InferOptions& options) const;
  // False if a limit was reached.
  bool take_in(const KnownTurn& known, Inference& inference, const InferOptions& options);
  // Learns all turns again, including those that were left out.
  void relearn_all(const InferOptions& options);

  const Lexicon* lexicon_;
  const LeaveTable* leaves_;
  Inference inference_;
  std::vector<KnownTurn> known_turns_;  // all turns
  std::size_t first_ = 0, next_ = 0;    // turns in [first_, next_) are taken in
  int player_ = 0;                      // the side whose turns are learned from
  double doubt_ = 0;                    // the option that turns were taken in with
  std::uint64_t seed_ = 0;
  double seconds_a_turn_ = kGuess;  // an upper estimate for taking in a turn

  static constexpr double kGuess = 0.1;
};

}  // namespace zymurgy
