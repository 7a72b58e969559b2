// The plays of a rack on a lane, generated once and cached.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "endgame/lane_pool.h"
#include "endgame/letters_ahead.h"
#include "game/rules.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

// Plays that take the whole rack come first, then the others; each part by score, best first.
struct LaneList {
  const LanePlay* plays;
  int count;
  int best_out;  // the score of the best play with the whole rack, or -1

  std::span<const LanePlay> all() const { return {plays, static_cast<std::size_t>(count)}; }
};

class LanePlays {
 public:
  // `words` are those that can still be spelled. All must outlive this.
  LanePlays(const TileSet& tiles, const Layout& layout, const Rules& rules, const WordGraph& words,
            const LettersAhead& ahead, const LanePool& pool);

  // `rack_key` identifies the rack. A list is valid until the next call.
  LaneList of(const PooledLane& lane, const TileCounts& rack, std::uint64_t rack_key);

 private:
  static constexpr std::size_t kMostPlays = std::size_t{1} << 22;  // 64 MB
  static constexpr std::size_t kMostLists = std::size_t{1} << 22;  // 128 MB, the index half full
  // Entries are looked up constantly and in no order: they are small, so that each is one read of
  // memory.
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 24) - 1;
  struct Entry {
    std::uint64_t key = 0;
    std::uint64_t first : 24 = 0;
    std::uint64_t count : 24 = 0;  // with several blanks a lane may have 100,000 plays
    std::int64_t best_out : 16 = -1;
  };
  static_assert(sizeof(Entry) == 16 && kMostPlays < kMask);

  Entry* slot_of(std::uint64_t key);
  const Entry* add(std::uint64_t key, const PooledLane& lane, const TileCounts& rack);
  void make_room();
  void make(const PooledLane& lane, const TileCounts& rack);
  struct Spelled {  // the word so far
    int sum = 0, multiplier = 1, crosses = 0;
    int last_laid = 0;
    bool touches = false;
  };
  void extend(int place, NodeIndex siblings, const Spelled& before);
  void emit(int last, const Spelled& word);

  const TileSet* tiles_;
  const Layout* layout_;
  const Rules* rules_;
  const WordGraph* words_;
  const LettersAhead* ahead_;
  const LanePool* pool_;
  std::vector<Entry> entries_;  // open addressing
  std::size_t used_ = 0;
  std::vector<LanePlay> plays_;

  // The list being made.
  const PooledLane* lane_ = nullptr;
  std::array<std::uint8_t, kLetterCodes> left_{};
  std::array<Premium, kBoardDim> premiums_{};
  int left_count_ = 0;
  LetterSet own_ = 0;  // the rack's letters, or all with a blank
  int first_ = 0;
  int touch_ = 0;           // the first place from first_ on where a word touches a tile
  LetterSet touching_ = 0;  // the letters that fit at touch_
  int laid_ = 0;
  std::array<Tile, kRackSize> laying_{};
};

}  // namespace zymurgy
