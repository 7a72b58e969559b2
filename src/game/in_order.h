// Takes the results of numbered work from threads in the order of the numbers, so that
// floating-point sums and files do not depend on the threads. Not thread-safe: callers of `add`
// hold a lock.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

namespace zymurgy {

template <typename Done>
class InOrder {
 public:
  explicit InOrder(std::uint64_t next = 0) : next_(next) {}

  // Keeps the result of work item `number` until all earlier results are there, and calls `take`
  // with each result whose turn has come. A number that never comes keeps all later ones waiting.
  template <typename Take>
  void add(std::uint64_t number, Done done, const Take& take) {
    waiting_.emplace(number, std::move(done));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_;
         first = waiting_.erase(first), ++next_)
      take(first->second);
  }
  std::uint64_t next() const { return next_; }  // the first number not taken yet

 private:
  std::uint64_t next_;
  std::map<std::uint64_t, Done> waiting_;
};

}  // namespace zymurgy
