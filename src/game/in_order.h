// What threads have done of numbered work, taken in the order of the numbers: sums of floating
// point and files then don't depend on the threads. No lock: whoever adds holds one.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

namespace zymurgy {

template <typename Done>
class InOrder {
 public:
  explicit InOrder(std::uint64_t next = 0) : next_(next) {}

  // Keeps what was done as `number` until all before it is there, and calls `take` with each whose
  // turn it is now. A number that never comes keeps all behind it waiting.
  template <typename Take>
  void add(std::uint64_t number, Done done, const Take& take) {
    waiting_.emplace(number, std::move(done));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_;
         first = waiting_.erase(first), ++next_)
      take(first->second);
  }
  std::uint64_t next() const { return next_; }  // the first that was not taken yet

 private:
  std::uint64_t next_;
  std::map<std::uint64_t, Done> waiting_;
};

}  // namespace zymurgy
