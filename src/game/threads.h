// Work that threads share. If the system refuses a thread, the others do its part, so the work must
// be such that any number of threads finishes it, each taking what is left. Exceptions reach the
// caller only from the calling thread; on another thread they end the program.
#pragma once

#include <barrier>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace zymurgy {

// Threads in addition to the owner's, joined at the end of its scope.
class Helpers {
 public:
  // False if the system refuses a thread.
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

// Calls work(0) on this thread and work(1), ... on others, at most `threads` in all; returns when
// all are done.
template <typename Work>
void in_threads(int threads, const Work& work) {
  Helpers helpers;
  for (int t = 1; t < threads; ++t)
    if (!helpers.add([&work, t] { work(t); })) break;
  work(0);
}

// Calls work() on up to `threads` other threads, and watch() on this one a few times a second until
// all are done. If the system refuses every thread, this one calls work(), and never watch().
template <typename Work, typename Watch>
void in_watched_threads(int threads, const Work& work, const Watch& watch) {
  std::mutex mutex;
  std::condition_variable ended;
  int begun = 0, done = 0;
  Helpers helpers;
  const auto helper = [&] {
    work();
    const std::lock_guard lock(mutex);
    ++done;
    ended.notify_one();
  };
  while (begun < threads && helpers.add(helper)) ++begun;
  if (begun == 0) work();
  std::unique_lock lock(mutex);
  while (!ended.wait_for(lock, std::chrono::milliseconds(200), [&] { return done >= begun; })) {
    lock.unlock();
    watch();
    lock.lock();
  }
}

// Threads that work in rounds.
class Crew {
 public:
  // At most `threads` threads, including this one.
  Crew(int threads, std::function<void(int thread)> work) : work_(std::move(work)), gate_(threads) {
    for (int t = 1; t < threads; ++t)
      if (!helpers_.add([this, t] { stand_by(t); })) gate_.arrive_and_drop();
  }
  ~Crew() {
    over_ = true;
    gate_.arrive_and_wait();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Every thread works once, this one as work(0); returns when all are done.
  void round() {
    struct Closing {  // also if the work throws: the others wait there
      std::barrier<>& gate;
      ~Closing() { gate.arrive_and_wait(); }
    };
    gate_.arrive_and_wait();
    const Closing closing{gate_};
    work_(0);
  }

 private:
  void stand_by(int thread) {
    for (;;) {
      gate_.arrive_and_wait();
      if (over_) return;
      work_(thread);
      gate_.arrive_and_wait();
    }
  }

  std::function<void(int)> work_;
  std::barrier<> gate_;
  bool over_ = false;
  Helpers helpers_;  // last, so that it is joined first
};

}  // namespace zymurgy
