#include "movegen/word_lists.h"

#include "game/random.h"
#include "movegen/spellings.h"

namespace zymurgy {

WordLists::WordLists(const Lexicon& lexicon) : lexicon_(&lexicon), named_(1024), blocks_(64) {}

void WordLists::start(const RackSubsets& subsets) {
  subsets_ = &subsets;
  ++generation_;
  lists_ = used_ = 0;
}

const WordBlock* WordLists::find(MultisetKey through, int through_count, int tiles) {
  const MultisetKey name = through + static_cast<MultisetKey>(tiles) * kGolden;
  Named* named = &place_of(name);
  if (named->generation != generation_) {
    if (2 * ++lists_ > named_.size()) {
      std::vector<Named> old(2 * named_.size());
      old.swap(named_);
      for (const Named& entry : old)
        if (entry.generation == generation_) place_of(entry.name) = entry;
      named = &place_of(name);
    }
    const std::size_t first = used_;
    make(through, through_count + tiles, tiles);
    *named = {name, generation_, used_ > first ? static_cast<std::uint32_t>(first) : kNone};
  }
  return named->first == kNone ? nullptr : &blocks_[named->first];
}

WordLists::Named& WordLists::place_of(MultisetKey name) {
  const std::size_t mask = named_.size() - 1;
  std::size_t i = (name >> 40) & mask;
  while (named_[i].generation == generation_ && named_[i].name != name) i = (i + 1) & mask;
  return named_[i];
}

void WordLists::make(MultisetKey through, int length, int tiles) {
  open_ = false;
  for (const int subset : subsets_->of_size(tiles))
    for_each_spelling(*lexicon_, *subsets_, subset, through, length,
                      [&](const Letter* word, Letter blank1, Letter blank2) {
                        add(word, length, blank1, blank2);
                      });
}

void WordLists::add(const Letter* word, int length, Letter blank1, Letter blank2) {
  if (!open_ || blocks_[used_ - 1].count == 64) {
    if (open_) blocks_[used_ - 1].last = false;
    if (used_ == blocks_.size()) blocks_.resize(2 * blocks_.size());
    WordBlock& fresh = blocks_[used_++];
    fresh.count = 0;
    fresh.last = true;
    for (int i = 0; i < length; ++i) fresh.present[i] = 0;
    open_ = true;
  }
  WordBlock& block = blocks_[used_ - 1];
  const auto at = static_cast<std::size_t>(block.count++);
  block.words[at] = word;
  block.blanks[at] = {blank1, blank2};
  const std::uint64_t bit = std::uint64_t{1} << at;
  for (int i = 0; i < length; ++i) {
    const Letter letter = word[i];
    std::uint64_t& having = block.having[i][letter];
    having = contains(block.present[i], letter) ? having | bit : bit;
    block.present[i] |= set_of(letter);
  }
}

}  // namespace zymurgy
