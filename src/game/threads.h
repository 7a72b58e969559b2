// Work that threads share. Where the system refuses a thread those there are do its part: the work
// has to be such that any number finishes it, each taking what is left.
#pragma once

#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace zymurgy {

// Threads beside the one that has them, joined at the end of its scope.
class Helpers {
 public:
  // False if no thread is to be had.
  template <typename Work>
  bool add(Work&& work) {
    try {
      threads_.emplace_back(std::forward<Work>(work));
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }
  void join() { threads_.clear(); }

 private:
  std::vector<std::jthread> threads_;
};

// Calls work(0) on this thread and work(1), ... on others, `threads` in all at most; returns when
// all are done.
template <typename Work>
void in_threads(int threads, const Work& work) {
  Helpers helpers;
  for (int t = 1; t < threads; ++t)
    if (!helpers.add([&work, t] { work(t); })) break;
  work(0);
}

}  // namespace zymurgy
