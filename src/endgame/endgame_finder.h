// Moves by static equity once the bag is empty, when it asks no leaves.
#pragma once

#include "evaluate/move_finder.h"

namespace zymurgy {

class EndgameFinder {
 public:
  explicit EndgameFinder(const Lexicon& lexicon)
      : no_leaves_(lexicon.tiles()), finder_(lexicon, no_leaves_) {}
  EndgameFinder(const EndgameFinder&) = delete;  // the finder looks at the leaves beside it
  EndgameFinder& operator=(const EndgameFinder&) = delete;

  MoveFinder* operator->() { return &finder_; }

 private:
  LeaveTable no_leaves_;
  MoveFinder finder_;
};

}  // namespace zymurgy
