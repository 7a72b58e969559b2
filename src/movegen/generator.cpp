#include "movegen/generator.h"

#include <algorithm>
#include <limits>

#include "game/bits.h"
#include "movegen/slot_walk.h"
#include "movegen/spellings.h"

namespace zymurgy {
namespace {

constexpr Equity kImpossible = std::numeric_limits<Equity>::min() / 2;

int dot(const Descending& a, const Descending& b) {
  int sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Too many blanks to look words up (movegen/spellings.h): the larger board's tiles have four.
bool many_blanks(const RackSubsets& subsets) { return subsets.rack()[kBlank] > kMostBlanksSpelled; }

// The words of a block that fit a slot's through letters and cross-sets.
std::uint64_t fitting(const WordBlock& block, const Slot& slot, const Lane& lane) {
  std::uint64_t fit = block.all();
  for (const int place : Bits(slot.through_squares())) {
    const Letter letter = letter_of(lane.tiles[place]);
    const int i = place - slot.first;
    if (!contains(block.present[i], letter)) return 0;
    fit &= block.having[i][letter];
  }
  for (const int place : Bits(slot.free & lane.crossed)) {
    if (fit == 0) break;
    const int i = place - slot.first;
    std::uint64_t allowed = 0;
    for (const Letter letter : Letters(lane.cross[place] & block.present[i]))
      allowed |= block.having[i][letter];
    fit &= allowed;
  }
  return fit;
}

}  // namespace

// An opened slot, prepared for trying words on it.
struct Generator::Site {
  Site(const Lanes& lanes, const Rules& rules, const TileSet& tile_set, const OpenSlot& open)
      : slot(*open.slot),
        direction(static_cast<Direction>(open.direction)),
        index(open.index),
        tiles(tile_set),
        lane(lanes.lane(direction, index)) {
    for (const int place : Bits(slot.free)) {
      places[laid] = static_cast<std::uint8_t>(place - slot.first);
      weights[laid++] = static_cast<std::int16_t>(
          weight_at(lane, lanes.layout(), direction, index, place, slot.word_multiplier));
    }
    base = slot.base + rules.bonus(laid);
  }

  // Notes the letters allowed at the restricted places of a word, for `fits`.
  void restrict_letters() {
    for (const int place : Bits(slot.through_squares() | (slot.free & lane.crossed))) {
      const bool taken = lane.tiles[place] != kEmpty;
      restricted[restrictions] = static_cast<std::uint8_t>(place - slot.first);
      allowed[restrictions++] = taken ? set_of(letter_of(lane.tiles[place])) : lane.cross[place];
    }
  }
  bool fits(const Letter* word) const {
    for (int i = 0; i < restrictions; ++i)
      if (!contains(allowed[i], word[restricted[i]])) return false;
    return true;
  }

  // Calls sink(score, blanks) for each play of a word that fits: one, or one for each choice of
  // places for the blanks. `blanks` has a bit for each place of the word with a blank.
  template <typename Sink>
  void lay(const Letter* word, Letter blank1, Letter blank2, Sink&& sink) const {
    int score = base;
    for (int i = 0; i < laid; ++i) score += points(word, i);
    if (blank1 == kBlank) return sink(score, 0U);
    for (int i = 0; i < laid; ++i) {
      if (word[places[i]] != blank1) continue;
      const int score1 = score - points(word, i);
      const std::uint32_t blanks1 = 1U << places[i];
      if (blank2 == kBlank) {
        sink(score1, blanks1);
        continue;
      }
      for (int j = blank1 == blank2 ? i + 1 : 0; j < laid; ++j)
        if (word[places[j]] == blank2) sink(score1 - points(word, j), blanks1 | 1U << places[j]);
    }
  }
  // Calls sink(word, score, blanks, subset) for each play of the rack, with any number of blanks.
  template <typename Sink>
  void walk(const WordGraph& graph, const RackSubsets& subsets, Sink&& sink) const {
    SlotWalk(graph, subsets, lane, slot, [&](const Letter* word, std::uint32_t blanks, int subset) {
      int score = base;
      for (int i = 0; i < laid; ++i)
        if ((blanks >> places[i] & 1) == 0) score += points(word, i);
      sink(word, score, blanks, subset);
    }).run();
  }
  int points(const Letter* word, int i) const { return weights[i] * tiles.score(word[places[i]]); }

  Move move(const Letter* word, int score, std::uint32_t blanks) const {
    Move move;
    move.kind = MoveKind::kPlay;
    move.direction = direction;
    const Square first = square_at(direction, index, slot.first);
    move.row = first.row;
    move.col = first.col;
    move.length = slot.length;
    move.tiles_played = slot.tiles;
    move.score = static_cast<std::int16_t>(score);
    for (int i = 0; i < laid; ++i)
      move.tiles[places[i]] =
          (blanks >> places[i] & 1) != 0 ? blank_as(word[places[i]]) : word[places[i]];
    return move;
  }

  const Slot& slot;
  const Direction direction;
  const std::uint8_t index;
  const TileSet& tiles;
  const Lane& lane;
  int laid = 0;
  int base = 0;
  std::array<std::int16_t, kRackSize> weights;
  std::array<std::uint8_t, kRackSize> places;  // in the word
  int restrictions = 0;
  std::array<std::uint8_t, kBoardDim> restricted;  // places in the word
  std::array<LetterSet, kBoardDim> allowed;
};

void Generator::Queue::fill(const std::vector<OpenSlot>& slots) {
  keys_.clear();
  for (std::size_t i = 0; i < slots.size(); ++i)
    keys_.push_back(std::int64_t{slots[i].bound} << 32 | static_cast<std::int64_t>(i));
  std::make_heap(keys_.begin(), keys_.end());
}

std::size_t Generator::Queue::take() {
  const auto slot = static_cast<std::uint32_t>(keys_.front());
  std::pop_heap(keys_.begin(), keys_.end());
  keys_.pop_back();
  return slot;
}

Generator::Generator(const Lexicon& lexicon) : lexicon_(&lexicon), lists_(lexicon) {}

// The best plays so far.
class Generator::Shortlist {
 public:
  Shortlist(const PlayTerms& terms, int count, Equity margin, std::vector<Candidate>& plays)
      : terms_(terms), limit_(static_cast<std::size_t>(count)), margin_(margin), plays_(plays) {
    std::sort(plays.begin(), plays.end(), better);
    if (plays.size() > limit_) plays.resize(limit_);
    floor_ = least_wanted();
  }

  const PlayTerms& terms() const { return terms_; }
  Equity floor() const { return floor_; }  // plays of less equity are not wanted

  void offer(const Site& site, const Letter* word, int score, std::uint32_t blanks, Equity term) {
    Equity equity = score * kPoint + term;
    if (terms_.empty_board) {
      for (int i = 0; i < site.slot.length; ++i)
        if (contains(terms_.penalised, word[i])) equity -= terms_.penalties[site.slot.first + i];
    }
    if (equity < floor_) return;
    const Candidate found{site.move(word, score, blanks), equity};
    if (plays_.size() == limit_) {
      if (!better(found, plays_.back())) return;
      plays_.pop_back();
    }
    plays_.insert(std::upper_bound(plays_.begin(), plays_.end(), found, better), found);
    floor_ = least_wanted();
  }
  void drop_unwanted() {
    while (plays_.size() > 1 && plays_.back().equity < floor_) plays_.pop_back();
  }

 private:
  Equity least_wanted() const {
    if (plays_.empty()) return kImpossible;
    const Equity near = plays_.front().equity - margin_;
    return plays_.size() < limit_ ? near : std::max(near, plays_.back().equity);
  }

  const PlayTerms& terms_;
  std::size_t limit_;
  Equity margin_;
  std::vector<Candidate>& plays_;
  Equity floor_;
};

void Generator::prepare(const RackSubsets& subsets) {
  const TileSet& tiles = lexicon_->tiles();
  letters_ = subsets.rack()[kBlank] > 0 ? tiles.all_letters() : subsets.rack().letters();
  distinct_ = subsets.distinct();
  for (int j = 0; j < distinct_; ++j) {
    const auto points = static_cast<std::int16_t>(tiles.score(subsets.letter(j)));
    int i = j;
    for (; i > 0 && points_[i - 1] < points; --i) {
      points_[i] = points_[i - 1];
      by_value_[i] = by_value_[i - 1];
    }
    points_[i] = points;
    by_value_[i] = static_cast<std::uint8_t>(j);
  }
  value_subsets(subsets);
}

void Generator::value_subsets(const RackSubsets& subsets) {
  subset_values_[0].fill(0);
  for (int i = 1; i < subsets.count(); ++i) {
    // The values of the subset without its cheapest tile, then that tile's.
    int cheapest = distinct_ - 1;
    while (subsets.taken(i, by_value_[cheapest]) == 0) --cheapest;
    subset_values_[i] = subset_values_[i - subsets.stride(by_value_[cheapest])];
    subset_values_[i][static_cast<std::size_t>(subsets.size(i)) - 1] = points_[cheapest];
  }
}

void Generator::note_completions(const RackSubsets& subsets) {
  const WordTable& words = lexicon_->words();
  const LetterSet all = lexicon_->tiles().all_letters();
  for (int i = 1; i < subsets.count(); ++i) {
    words.prefetch_completions(subsets.key(i));
    words.prefetch_words(subsets.key(i));
  }
  for (int i = 1; i < subsets.count(); ++i) {
    const MultisetKey key = subsets.key(i);
    const int size = subsets.size(i), blanks = subsets.blanks(i);

    // Looks up words with blanks only where that is cheap; elsewhere every letter is taken to fit.
    LetterSet with = all | set_of(kBlank);
    if (blanks == 0) {
      with = words.completions(key);
      if (words.may_spell(key) && words.spelled_by(key, size).count > 0) with |= set_of(kBlank);
    } else if (blanks == 1) {
      if (size == kRackSize) {
        with = 0;
        for (const Letter letter : Letters(all)) with |= words.completions(key + words.key(letter));
      }
      with &= ~set_of(kBlank);
      if (words.completions(key) != 0) with |= set_of(kBlank);
    }
    spells_with_[i] = with;
  }
}

void Generator::bound_sizes(const RackSubsets& subsets, const PlayTerms& terms) {
  for (auto& row : most_) row.fill(kImpossible);
  for (int size = 1; size <= subsets.rack().size(); ++size) {
    // Best first, so the first subset that spells a word with a letter sets that letter's bound.
    auto& ordered = by_term_[size];
    int count = 0;
    for (const std::uint8_t subset : subsets.of_size(size)) {
      int i = count++;
      for (; i > 0 && terms.played[ordered[i - 1]] < terms.played[subset]; --i)
        ordered[i] = ordered[i - 1];
      ordered[i] = subset;
    }
    auto& most = most_[size];
    most[Slot::kSeveral] = terms.played[ordered[0]];
    LetterSet missing = lexicon_->tiles().all_letters() | set_of(kBlank);
    for (int i = 0; i < count && missing != 0; ++i) {
      const LetterSet fresh = spells_with_[ordered[i]] & missing;
      missing &= ~fresh;
      for (const Letter letter : Letters(fresh)) most[letter] = terms.played[ordered[i]];
    }
  }
}

// The most valuable tile that each checked square accepts. `main` and `cross` are sums over the
// squares before a place: the points of these tiles in the lane's word, before its multiplier, and
// in the cross words.
struct Generator::CheckedSquareScores {
  std::uint32_t blocked = 0;  // squares that take no tile of the rack
  std::array<int, kBoardDim + 1> main, cross;
};

Generator::CheckedSquareScores Generator::checked_square_scores(const Lanes& lanes,
                                                                const RackSubsets& subsets,
                                                                Direction direction, int index,
                                                                const LaneSlots& slots) const {
  const Lane& lane = lanes.lane(direction, index);
  CheckedSquareScores checked;
  int main = 0, cross = 0;
  for (int place = 0; place < kBoardDim; ++place) {
    checked.main[place] = main;
    checked.cross[place] = cross;
    if ((slots.checked >> place & 1) == 0) continue;
    const LetterSet usable = slots.usable[place] & letters_;
    if (usable == 0) checked.blocked |= 1U << place;
    for (int i = 0; i < distinct_; ++i) {
      if (!contains(usable, subsets.letter(by_value_[i]))) continue;
      const int alone = points_[i] * weight_at(lane, lanes.layout(), direction, index, place, 0);
      cross += alone;
      main += points_[i] * weight_at(lane, lanes.layout(), direction, index, place, 1) - alone;
      break;
    }
  }
  checked.main[kBoardDim] = main;
  checked.cross[kBoardDim] = cross;
  return checked;
}

void Generator::collect(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets,
                        bool bounded, Equity floor) {
  const auto& values = subset_values_[subsets.count() - 1];
  slots_.clear();
  for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
    if (lanes.empty() && direction == Direction::kVertical) continue;
    for (int index = 0; index < kBoardDim; ++index) {
      const LaneSlots& found = cache_.find(lanes, direction, index);
      if (found.slots.empty()) continue;

      const CheckedSquareScores checked =
          checked_square_scores(lanes, subsets, direction, index, found);
      for (const Slot& slot : found.slots) {
        if ((slot.free & checked.blocked) != 0) continue;
        OpenSlot open{0, 0, static_cast<std::uint8_t>(direction), static_cast<std::uint8_t>(index),
                      &slot};
        if (bounded) {
          const Equity most = most_[slot.tiles][slot.through];
          if (most == kImpossible) continue;
          const auto low = static_cast<std::size_t>(slot.first), high = low + slot.length;
          const int fixed = slot.base + rules.bonus(slot.tiles) +
                            (checked.main[high] - checked.main[low]) * slot.word_multiplier +
                            checked.cross[high] - checked.cross[low];
          open.fixed = static_cast<std::int16_t>(fixed);
          open.bound = (fixed + dot(slot.weights, values)) * kPoint + most;
          if (open.bound < floor) continue;
        }
        slots_.push_back(open);
      }
    }
  }
}

void Generator::all(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets,
                    std::vector<Move>& plays) {
  prepare(subsets);
  lists_.start(subsets);
  collect(lanes, rules, subsets, false, 0);
  for (const OpenSlot& open : slots_) {
    const Slot& slot = *open.slot;
    if (slot.tiles > subsets.rack().size()) continue;
    if (many_blanks(subsets)) {
      const Site site(lanes, rules, lexicon_->tiles(), open);
      site.walk(lexicon_->graph(), subsets,
                [&](const Letter* word, int score, std::uint32_t blanks, int) {
                  plays.push_back(site.move(word, score, blanks));
                });
      continue;
    }
    const WordBlock* block = lists_.find(slot.through_key, slot.length - slot.tiles, slot.tiles);
    if (block == nullptr) continue;
    const Site site(lanes, rules, lexicon_->tiles(), open);
    for (;; ++block) {
      for (const int w : Bits(fitting(*block, slot, site.lane))) {
        const Letter* word = block->words[w];
        site.lay(word, block->blanks[w][0], block->blanks[w][1],
                 [&](int score, std::uint32_t blanks) {
                   plays.push_back(site.move(word, score, blanks));
                 });
      }
      if (block->last) break;
    }
  }
}

struct Generator::PromisingSubsets {
  std::array<std::uint8_t, RackSubsets::kMax> subsets;
  std::size_t count = 0;
};

Generator::PromisingSubsets Generator::promising_subsets(const OpenSlot& open,
                                                         const RackSubsets& subsets,
                                                         const PlayTerms& terms,
                                                         Equity floor) const {
  const WordTable& words = lexicon_->words();
  const Slot& slot = *open.slot;
  PromisingSubsets promising;
  const Equity most_points = open.bound - most_[slot.tiles][slot.through];
  const std::size_t size_count = subsets.of_size(slot.tiles).size();
  for (std::size_t i = 0; i < size_count; ++i) {
    const std::uint8_t subset = by_term_[slot.tiles][i];
    if (most_points + terms.played[subset] < floor) break;
    const MultisetKey key = subsets.key(subset) + slot.through_key;
    if (slot.through != Slot::kSeveral ? !contains(spells_with_[subset], slot.through)
                                       : subsets.blanks(subset) == 0 && !words.may_spell(key))
      continue;
    const int most = open.fixed + dot(slot.weights, subset_values_[subset]);
    if (most * kPoint + terms.played[subset] < floor) continue;
    if (subsets.blanks(subset) == 0)
      words.prefetch_words(key);
    else
      words.prefetch_completions(key);
    promising.subsets[promising.count++] = subset;
  }
  for (std::size_t i = 0; i < promising.count; ++i)
    if (const int subset = promising.subsets[i]; subsets.blanks(subset) == 0)
      words.prefetch_spelled(subsets.key(subset) + slot.through_key);
  return promising;
}

void Generator::try_words(Site& site, const RackSubsets& subsets, const PromisingSubsets& promising,
                          Shortlist& shortlist) const {
  site.restrict_letters();
  for (std::size_t i = 0; i < promising.count; ++i) {
    const int subset = promising.subsets[i];
    const Equity term = shortlist.terms().played[subset];
    for_each_spelling(*lexicon_, subsets, subset, site.slot.through_key, site.slot.length,
                      [&](const Letter* word, Letter blank1, Letter blank2) {
                        if (!site.fits(word)) return;
                        site.lay(word, blank1, blank2, [&](int score, std::uint32_t blanks) {
                          shortlist.offer(site, word, score, blanks, term);
                        });
                      });
  }
}

void Generator::top(const Lanes& lanes, const Rules& rules, const RackSubsets& subsets,
                    const PlayTerms& terms, int count, Equity margin,
                    std::vector<Candidate>& best) {
  Shortlist shortlist(terms, count, margin, best);
  prepare(subsets);
  note_completions(subsets);
  bound_sizes(subsets, terms);
  collect(lanes, rules, subsets, true, shortlist.floor());
  // The plays found in the most promising slots rule out most of the other slots.
  const bool many = many_blanks(subsets);
  for (queue_.fill(slots_); !queue_.empty() && queue_.bound() >= shortlist.floor();) {
    const OpenSlot& open = slots_[queue_.take()];
    if (many) {
      walk({lanes, rules, lexicon_->tiles(), open}, subsets, shortlist);
    } else if (const PromisingSubsets promising =
                   promising_subsets(open, subsets, terms, shortlist.floor());
               promising.count > 0) {
      Site site(lanes, rules, lexicon_->tiles(), open);
      try_words(site, subsets, promising, shortlist);
    }
  }
  shortlist.drop_unwanted();
}

void Generator::walk(const Site& site, const RackSubsets& subsets, Shortlist& shortlist) const {
  site.walk(lexicon_->graph(), subsets,
            [&](const Letter* word, int score, std::uint32_t blanks, int subset) {
              shortlist.offer(site, word, score, blanks, shortlist.terms().played[subset]);
            });
}

}  // namespace zymurgy
