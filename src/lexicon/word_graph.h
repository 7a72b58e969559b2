// A word graph in the community's KWG form: a DAWG and, in most files, a GADDAG in one array.
//
// A node is 32 bits: 0-21 are the index of its first child (0: none), 22 marks the last sibling, 23
// the end of a word, and 24-31 are its letter. Node 0's child is the DAWG's root, node 1's the
// GADDAG's. Files are checked when read, so that walking a graph needs no checks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/layout.h"
#include "game/tile_set.h"

namespace zymurgy {

using NodeIndex = std::uint32_t;

class WordGraph {
 public:
  // The longest word that a graph may hold, on any board.
  static constexpr int kMaxLength = 21;
  // More than any language's list has; a damaged file can spell more words than memory holds.
  static constexpr std::uint32_t kMaxWords = 1U << 23;

  // Reads a KWG file of words in the tile set's letters; `name` is for errors.
  static Result<WordGraph> read(std::string_view bytes, std::string_view name,
                                const TileSet& tiles);
  // Reads a graph of up to `most` leaves, as in KLV2 files: the blank, 0, is a letter, too.
  static Result<WordGraph> read_leaves(std::string_view bytes, std::string_view name,
                                       const TileSet& tiles, std::uint32_t most);
  static constexpr std::uint32_t kMostNodes = 1U << 22;  // as many as 22 bits can number
  // The bits of a node; the last sibling also has kLast.
  static constexpr std::uint32_t kLast = 1U << 22;
  static constexpr std::uint32_t node(Letter letter, bool accepts, NodeIndex child) {
    return std::uint32_t{letter} << 24 | std::uint32_t{accepts} << 23 | child;
  }
  // Unchecked: every child must be the index of one of `nodes`.
  explicit WordGraph(std::vector<std::uint32_t> nodes) : nodes_(std::move(nodes)) {}

  NodeIndex dawg() const { return child(0); }    // the first letters of words
  NodeIndex gaddag() const { return child(1); }  // 0 if the file has none
  Letter tile(NodeIndex node) const { return static_cast<Letter>(nodes_[node] >> 24); }
  bool accepts(NodeIndex node) const { return (nodes_[node] >> 23 & 1) != 0; }
  bool last(NodeIndex node) const { return (nodes_[node] & kLast) != 0; }
  NodeIndex child(NodeIndex node) const { return nodes_[node] & (kMostNodes - 1); }

  // The siblings from `first` on; none if `first` is 0.
  class Siblings {
   public:
    Siblings(const WordGraph& graph, NodeIndex first) : graph_(&graph), first_(first) {}

    struct End {};
    class Iterator {
     public:
      Iterator(const WordGraph& graph, NodeIndex node) : graph_(&graph), node_(node) {}
      NodeIndex operator*() const { return node_; }
      Iterator& operator++() {
        node_ = graph_->last(node_) ? 0 : node_ + 1;
        return *this;
      }
      bool operator!=(End) const { return node_ != 0; }

     private:
      const WordGraph* graph_;
      NodeIndex node_;
    };
    Iterator begin() const { return {*graph_, first_}; }
    End end() const { return {}; }

   private:
    const WordGraph* graph_;
    NodeIndex first_;
  };
  Siblings siblings(NodeIndex first) const { return {*this, first}; }

  // The sibling with the letter, 0 if there is none.
  NodeIndex find(NodeIndex first, Letter letter) const {
    for (const NodeIndex node : siblings(first))
      if (tile(node) == letter) return node;
    return 0;
  }

  bool contains(LetterRun word) const;

  // Calls f(letters, length) for each word, in the order of the letters.
  template <typename F>
  void for_each_word(F&& f) const {
    std::array<Letter, kMaxLength> word;
    walk(dawg(), word.data(), 0, f);
  }

  std::size_t nodes() const { return nodes_.size(); }
  std::string bytes() const;  // as a KWG file

 private:
  static Result<WordGraph> read_checked(std::string_view bytes, std::string_view name,
                                        const TileSet& tiles, Letter first_letter, int longest,
                                        std::uint32_t most);
  template <typename F>
  void walk(NodeIndex first, Letter* word, int length, F& f) const {
    for (const NodeIndex node : siblings(first)) {
      word[length] = tile(node);
      if (accepts(node)) f(static_cast<const Letter*>(word), length + 1);
      if (length + 1 < kMaxLength) walk(child(node), word, length + 1, f);
    }
  }

  std::vector<std::uint32_t> nodes_;
};

}  // namespace zymurgy
