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

  void forget();
  // Takes in the turns of the side that is not on turn `now`, but for those it knows already, each
  // in an equal share of the time there is. What a halt left unsaid of them is looked for anew if
  // they are all that is told again. Null if there are none, or no time for the last.
  const Inferred* learn(std::span<const SeenTurn> turns, const Position& now,
                        const InferOptions& options, std::stop_token stop);
  // As in Inference, of the side learned from.
  std::optional<double> doubt() const { return inference_.doubt(); }

 private:
  struct Taken {
    SeenTurn turn;
    Rack own;  // the observer's at that time, as far as it was known
  };
  bool goes_on(std::span<const SeenTurn> turns, const Position& now,
               const InferOptions& options) const;
  bool is_told_by(const SeenTurn& turn) const {
    return turn.stands && turn.before.on_turn() == player_;
  }
  void take_in(const SeenTurn& turn, const Rack& own, const InferOptions& options,
               std::stop_token stop);

  const Lexicon* lexicon_;
  Inference inference_;
  std::vector<Taken> taken_;  // all turns that were taken in
  int player_ = 0;            // whose
  double doubt_ = 0;          // taken in with
  std::uint64_t seed_ = 0;
  bool hurried_ = false;  // a halt came before all was known of the turns taken
};

}  // namespace zymurgy
