// Finds moves by static equity once the bag is empty, when equity has no leave term.
#pragma once

#include "evaluate/move_finder.h"

namespace zymurgy {

class EndgameFinder {
 public:
  explicit EndgameFinder(const Lexicon& lexicon)
      : no_leaves_(lexicon.tiles()), finder_(lexicon, no_leaves_) {}
  EndgameFinder(const EndgameFinder&) = delete;  // finder_ refers to no_leaves_
  EndgameFinder& operator=(const EndgameFinder&) = delete;

  MoveFinder* operator->() { return &finder_; }

 private:
  LeaveTable no_leaves_;
  MoveFinder finder_;
};

}  // namespace zymurgy
