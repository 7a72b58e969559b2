// Sessions to talk to, all at once or by turns: input goes into a stream that waits like a pipe,
// and output can be waited for.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <initializer_list>
#include <iostream>
#include <mutex>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>

#include "protocol/session.h"

namespace zymurgy {

// A pipe in memory: reading waits for bytes or the end, writing never waits.
class Pipe : public std::streambuf {
 public:
  void put(std::string_view text) {
    const std::lock_guard lock(mutex_);
    text_ += text;
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }
  // Waits until one of `parts` is in what was written at or after `from`. Returns the position
  // after it, or npos after a minute.
  std::size_t wait_for(std::span<const std::string_view> parts, std::size_t from) const {
    std::size_t end = std::string::npos;
    const auto stands = [&](std::string_view part) {
      const std::size_t at = text_.find(part, from);
      if (at != std::string::npos) end = at + part.size();
      return at != std::string::npos;
    };
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(60),
                      [&] { return std::any_of(parts.begin(), parts.end(), stands); });
    return end;
  }

 protected:
  int_type uflow() override { return next(true); }
  int_type underflow() override { return next(false); }
  int_type overflow(int_type c) override {
    put(std::string(1, static_cast<char>(c)));
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    put({text, static_cast<std::size_t>(size)});
    return size;
  }

 private:
  int_type next(bool take) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || read_ < text_.size(); });
    if (read_ == text_.size()) return traits_type::eof();
    return traits_type::to_int_type(text_[take ? read_++ : read_]);
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::string text_;
  std::size_t read_ = 0;
  bool closed_ = false;
};

// One cache of tables for all sessions, which tests open one after another, so that tables load
// once.
inline TableCache& shared_tables() {
  static TableCache tables;
  return tables;
}

// The output of a session given all of the input.
inline std::string reply(const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  Session(in, out, shared_tables()).run();
  return out.str();
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The start square as moves name it, on either board: 8H.
inline std::string start_square() {
  const Square start = Layout::standard().start();
  return std::to_string(start.row + 1) + static_cast<char>('A' + start.col);
}

// A session that runs while a test talks to it.
class Talk {
 public:
  Talk() : thread_([this] { Session(in_, out_, shared_tables()).run(); }) {}
  ~Talk() {
    end();
    thread_.join();
  }

  void say(const std::string& line) { input_.put(line + "\n"); }
  void end() { input_.close(); }
  // Waits for the text, after what was heard before. False if it does not come within a minute.
  bool hear(std::string_view part) { return hear_any({part}); }
  // Waits for one of the texts; if several have come, the first listed counts.
  bool hear_any(std::initializer_list<std::string_view> parts) {
    const std::size_t at = output_.wait_for({parts.begin(), parts.size()}, heard_);
    if (at == std::string::npos) return false;
    heard_ = at;
    return true;
  }
  std::string all() const { return output_.text(); }
  // Ends the input, waits for the session to end, and returns all of its output.
  std::string finish() {
    end();
    thread_.join();
    thread_ = std::thread([] {});
    return all();
  }

 private:
  Pipe input_, output_;
  std::istream in_{&input_};
  std::ostream out_{&output_};
  std::size_t heard_ = 0;
  std::thread thread_;
};

}  // namespace zymurgy
