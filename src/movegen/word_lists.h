// The words that tiles of a rack spell together with letters on the board, as lists that slots can
// be matched against with a few bit operations.
//
// A list is named by the letters played through and the number of tiles laid. Many slots share a
// list (all that play through nothing, or through one E), so lists are made when first asked for
// and kept until the rack changes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lexicon/lexicon.h"
#include "movegen/rack_subsets.h"

namespace zymurgy {

// Up to 64 words of one length; bit w of each mask stands for word w.
struct WordBlock {
  std::array<const Letter*, 64> words;
  std::array<std::array<Letter, 2>, 64> blanks;  // what the rack's blanks stand for, or 0
  int count;
  bool last;                                 // whether it is the last of its list
  std::array<LetterSet, kBoardDim> present;  // the letters that some word has at each place
  // The words with the letter at the place; set only for letters present there.
  std::array<std::array<std::uint64_t, kLetterCodes>, kBoardDim> having;

  std::uint64_t all() const { return ~std::uint64_t{0} >> (64 - count); }
};

class WordLists {
 public:
  // The lexicon must outlive the lists.
  explicit WordLists(const Lexicon& lexicon);

  // Forgets all lists. `subsets` must stay unchanged while `find` is in use.
  void start(const RackSubsets& subsets);

  // The words made of `tiles` tiles of the rack and the `through_count` letters whose key is
  // `through`: the first of consecutive blocks, null if there are none. Valid until the next call.
  const WordBlock* find(MultisetKey through, int through_count, int tiles);

 private:
  struct Named {
    MultisetKey name = 0;
    std::uint32_t generation = 0;  // of the rack; older entries are free
    std::uint32_t first = kNone;
  };
  static constexpr std::uint32_t kNone = ~0U;

  Named& place_of(MultisetKey name);
  void make(MultisetKey through, int length, int tiles);
  void add(const Letter* word, int length, Letter blank1, Letter blank2);

  const Lexicon* lexicon_;
  const RackSubsets* subsets_ = nullptr;
  std::vector<Named> named_;  // open addressing, a power of two
  std::size_t lists_ = 0;
  std::uint32_t generation_ = 0;
  std::vector<WordBlock> blocks_;
  std::size_t used_ = 0;  // blocks
  bool open_ = false;     // the last block in use belongs to the list being made
};

}  // namespace zymurgy
