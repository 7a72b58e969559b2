#include "endgame/solo_rack.h"

#include <algorithm>

#include "game/counting.h"

namespace zymurgy {
namespace {

// Lists all the words and beginnings that the rack's tiles can spell.
class Speller {
 public:
  Speller(const WordGraph& words, SoloRack& rack)
      : graph_(words), rack_(rack), left_(rack.counts) {}

  void extend(std::size_t length, NodeIndex first) {
    if (length == static_cast<std::size_t>(rack_.count)) return;
    for (const NodeIndex node : graph_.siblings(first)) {
      const Letter letter = graph_.tile(node);
      if (contains(rack_.own, letter)) lay(length, node, rack_.kind_of[letter]);
      if (contains(rack_.own, kBlank)) lay(length, node, rack_.kind_of[kBlank]);
    }
  }

 private:
  void lay(std::size_t length, NodeIndex node, std::uint8_t kind) {
    int& left = left_[kind];
    if (left == 0) return;
    --left;
    spelling_[length++] = kind;
    if (length > 1 && graph_.accepts(node)) rack_.words[length].push_back(spelling_);
    if (const NodeIndex children = graph_.child(node); children != 0) {
      rack_.beginnings[length].push_back({children, letters_of(children), spelling_});
      extend(length, children);
    }
    spelling_[--length] = 0;
    ++left;
  }
  LetterSet letters_of(NodeIndex first) const {
    LetterSet letters = 0;
    for (const NodeIndex node : graph_.siblings(first)) letters |= set_of(graph_.tile(node));
    return letters;
  }

  const WordGraph& graph_;
  SoloRack& rack_;
  std::array<int, SoloRack::kMostTiles> left_;
  SoloRack::Spelling spelling_{};
};

}  // namespace

SoloRack::SoloRack(const TileSet& set, const WordGraph& graph, const TileCounts& rack)
    : own(rack.letters()), count(rack.size()) {
  std::array<std::uint8_t, 1 << kMostTiles> sizes{};  // of the parts of the rack
  const int sets = for_each_part(rack, [&](int part, int with, Letter letter) {
    if (part == 0) {
      const auto kind = static_cast<std::size_t>(kinds++);
      kind_of[letter] = static_cast<std::uint8_t>(kind);
      counts[kind] = rack[letter];
      scores[kind] = set.score(letter);
      strides[kind] = static_cast<std::uint8_t>(with);
    }
    sizes[with] = static_cast<std::uint8_t>(sizes[part] + 1);
  });
  width = (count * kinds + kBlock - 1) / kBlock * kBlock;
  for (int tiles = 1; tiles < sets; ++tiles)
    for (int kind = 0; kind < kinds; ++kind) {
      const int stride = strides[kind];
      if (tiles / stride % (counts[kind] + 1) > 0)
        steps.push_back({static_cast<std::uint8_t>(tiles),
                         static_cast<std::uint8_t>(tiles - stride), sizes[tiles - stride],
                         static_cast<std::uint8_t>(kind)});
    }
  Speller(graph, *this).extend(0, graph.dawg());
  for (auto& spelt : words) {
    std::sort(spelt.begin(), spelt.end());
    spelt.erase(std::unique(spelt.begin(), spelt.end()), spelt.end());
  }
}

std::size_t SoloRack::beginning_count() const {
  std::size_t sum = 0;
  for (const auto& of_length : beginnings) sum += of_length.size();
  return sum;
}

}  // namespace zymurgy
