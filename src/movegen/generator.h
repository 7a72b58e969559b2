// The move generator: all plays, or the best K by equity, of a rack on a board.
//
// A play is a slot (movegen/slots.h) and a word (movegen/word_lists.h) that fits it. For the best
// plays, each slot gets an upper bound on equity: its squares' weights against the rack's tiles,
// both in descending order, plus the best leave that its number of tiles and the letter played
// through allow. Slots are opened best bound first, until no bound reaches the plays found. The
// idea of bounding before generating is the "shadow playing" of wolges (A. Kusin) and MAGPIE. A
// rack of more than two blanks fits too many words: its slots are walked (movegen/slot_walk.h).
//
// A generator keeps tables from call to call: use one for each thread and layout. After the first
// few calls it allocates only to store the lexicon's extensions of a run of tiles not met before.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/rules.h"
#include "movegen/candidate.h"
#include "movegen/lanes.h"
#include "movegen/rack_subsets.h"
#include "movegen/slots.h"
#include "movegen/word_lists.h"

namespace zymurgy {

// The terms of a play's equity beside its score, from the evaluator.
struct PlayTerms {
  std::array<Equity, RackSubsets::kMax> played;  // for playing subset i of the rack
  // The penalty for a tile of `penalised`, by place in the main lane; only on an empty board.
  bool empty_board = false;
  LetterSet penalised = 0;
  std::array<Equity, kBoardDim> penalties{};
};

class Generator {
 public:
  // The lexicon must outlive the generator.
  explicit Generator(const Lexicon& lexicon);

  // Appends every legal play once; on an empty board only the horizontal plays (the vertical ones
  // mirror them). Order is unspecified but fixed.
  void all(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets,
           std::vector<Move>& plays);

  // Makes `best` the `count` best, at least one, of the legal plays and of the candidates that it
  // holds at the call (exchanges, say), best first (ties by Move::before), without those more than
  // `margin` behind the first.
  void top(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets,
           const PlayTerms& terms, int count, Equity margin, std::vector<Candidate>& best);

 private:
  struct OpenSlot {  // a slot that may hold a wanted play
    Equity bound;
    std::int16_t fixed;  // most points without the tiles on unchecked squares
    std::uint8_t direction, index;
    const Slot* slot;
  };
  // The slots to open, best bound first: a heap of keys, each a bound above its slot's number.
  class Queue {
   public:
    void fill(const std::vector<OpenSlot>& slots);
    bool empty() const { return keys_.empty(); }
    Equity bound() const { return static_cast<Equity>(keys_.front() >> 32); }  // of the next slot
    std::size_t take();

   private:
    std::vector<std::int64_t> keys_;
  };
  struct Site;                 // an opened slot
  class Shortlist;             // the best plays so far
  struct PromisingSubsets;     // the subsets that may be worth playing on a slot
  struct CheckedSquareScores;  // the most that a lane's checked squares can score

  void prepare(const RackSubsets& subsets);
  void value_subsets(const RackSubsets& subsets);
  void note_completions(const RackSubsets& subsets);
  void bound_sizes(const RackSubsets& subsets, const PlayTerms& terms);
  CheckedSquareScores checked_square_scores(const Lanes& lanes, const RackSubsets& subsets,
                                            Direction direction, int index,
                                            const LaneSlots& slots) const;
  void collect(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets, bool bounded,
               Equity floor);
  // The subsets with which a play on the slot may reach `floor`; begins to prefetch their words.
  PromisingSubsets promising_subsets(const OpenSlot& open, const RackSubsets& subsets,
                                     const PlayTerms& terms, Equity floor) const;
  // Shortlists the plays of the promising subsets; `walk`, those of all subsets, with any blanks.
  void try_words(Site& site, const RackSubsets& subsets, const PromisingSubsets& promising,
                 Shortlist& shortlist) const;
  void walk(const Site& site, const RackSubsets& subsets, Shortlist& shortlist) const;

  const Lexicon* lexicon_;
  SlotCache cache_;
  WordLists lists_;
  std::vector<OpenSlot> slots_;
  Queue queue_;

  // For the rack at hand:
  LetterSet letters_ = 0;  // letters that it can lay: all if it holds a blank
  // The distinct letters as RackSubsets numbers them, most points first; and their points.
  std::array<std::uint8_t, kRackSize> by_value_{};
  std::array<std::int16_t, kRackSize> points_{};
  int distinct_ = 0;
  // For each subset: the points of its tiles; and the letters that, played through, form a word
  // with it (bit 0: it forms a word by itself).
  std::array<Descending, RackSubsets::kMax> subset_values_{};
  std::array<LetterSet, RackSubsets::kMax> spells_with_{};
  // The subsets of each size, best `PlayTerms::played` first.
  std::array<std::array<std::uint8_t, RackSubsets::kMaxOfSize>, kRackSize + 1> by_term_{};
  // The most equity beside the score, by the number of tiles laid and the letter played through
  // (kBlank for none, Slot::kSeveral); kImpossible if no word fits.
  std::array<std::array<Equity, kLetterCodes + 1>, kRackSize + 1> most_{};
};

}  // namespace zymurgy
