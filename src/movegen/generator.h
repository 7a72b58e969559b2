// The move generator: all plays, or the best K by equity, of a rack on a board.
//
// A play is a slot (movegen/slots.h) and a word (movegen/word_lists.h) that fits it. For the best
// plays, each slot gets an upper bound of equity (its squares' weights against the rack's tiles in
// descending order, and the best leave that its number of tiles and the letter it plays through
// allow). Slots are opened best bound first, until no bound reaches what was found. The idea of
// bounding before generating is the "shadow playing" of wolges (A. Kusin) and MAGPIE. A rack of
// more than two blanks fits too many words: its slots are walked instead (movegen/slot_walk.h).
//
// A generator keeps tables from call to call: one for each thread and layout. After the first few
// calls nothing is allocated but for what the lexicon says of a run of tiles never met before.
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

// What a play is worth beside its score, as the evaluator has it.
struct PlayTerms {
  std::array<Equity, RackSubsets::kMax> played;  // for playing subset i of the rack
  // For each tile of `penalised` laid on a place of the main lane; zero except on an empty board.
  bool empty_board = false;
  LetterSet penalised = 0;
  std::array<Equity, kBoardDim> penalties{};
};

class Generator {
 public:
  // The lexicon must outlive it.
  explicit Generator(const Lexicon& lexicon);

  // Appends every legal play once. On an empty board the horizontal ones only (the vertical ones
  // mirror them). Order is unspecified but fixed.
  void all(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets,
           std::vector<Move>& plays);

  // The `count` best, at least one, of `best` and the legal plays, best first (ties by
  // Move::before), but for those more than `margin` behind the first. `best` may hold other
  // candidates, exchanges say, at the call.
  void top(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets,
           const PlayTerms& terms, int count, Equity margin, std::vector<Candidate>& best);

 private:
  struct OpenSlot {  // that may hold a play worth having
    Equity bound;
    std::int16_t fixed;  // most points but for the tiles on unchecked squares
    std::uint8_t direction, index;
    const Slot* slot;
  };
  // The slots to open, best bound first: a heap of keys, a bound above the number of its slot.
  class Queue {
   public:
    void fill(const std::vector<OpenSlot>& slots);
    bool empty() const { return keys_.empty(); }
    Equity bound() const { return static_cast<Equity>(keys_.front() >> 32); }  // of the next
    std::size_t take();

   private:
    std::vector<std::int64_t> keys_;
  };
  struct Site;      // an opened slot
  class Shortlist;  // the best plays so far
  struct Worthy;    // the subsets that may be worth playing on a slot
  struct Dearest;   // what a lane's checked squares can bring

  void prepare(const RackSubsets& subsets);
  void value_subsets(const RackSubsets& subsets);
  void note_completions(const RackSubsets& subsets);
  void bound_sizes(const RackSubsets& subsets, const PlayTerms& terms);
  Dearest dearest_tiles(const Lanes& lanes, const RackSubsets& subsets, Direction direction,
                        int index, const LaneSlots& slots) const;
  void collect(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets, bool bounded,
               Equity floor);
  // The subsets with which a play on the slot may reach `floor`; their words are being prefetched.
  Worthy worthy_subsets(const OpenSlot& open, const RackSubsets& subsets, const PlayTerms& terms,
                        Equity floor) const;
  // Shortlists the plays of these; `walk`, of all, with any blanks.
  void try_words(Site& site, const RackSubsets& subsets, const Worthy& worthy,
                 Shortlist& shortlist) const;
  void walk(const Site& site, const RackSubsets& subsets, Shortlist& shortlist) const;

  const Lexicon* lexicon_;
  SlotCache cache_;
  WordLists lists_;
  std::vector<OpenSlot> slots_;
  Queue queue_;

  // Of the rack at hand:
  LetterSet letters_ = 0;  // that it can lay: all, if it holds a blank
  // Its distinct letters as RackSubsets numbers them, most points first; and those points.
  std::array<std::uint8_t, kRackSize> by_value_{};
  std::array<std::int16_t, kRackSize> points_{};
  int distinct_ = 0;
  // Of its subsets: the points of the tiles; and the letters that, played through, make a word
  // with them (bit 0: none is needed).
  std::array<Descending, RackSubsets::kMax> subset_values_{};
  std::array<LetterSet, RackSubsets::kMax> spells_with_{};
  // The subsets of each size, the best to play first.
  std::array<std::array<std::uint8_t, RackSubsets::kMaxOfSize>, kRackSize + 1> by_term_{};
  // The most that playing a number of tiles through a letter (kBlank for none, Slot::kSeveral)
  // can bring beside the score; kImpossible if no word takes them.
  std::array<std::array<Equity, kLetterCodes + 1>, kRackSize + 1> most_{};
};

}  // namespace zymurgy
