// Result<T>: a value, or one sentence that says what is wrong and where.
//
// Everything that reads from outside (files, lines, positions) returns one. Checks of our own
// invariants use ZYMURGY_CHECK, which stays on in release builds and ends the program.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace zymurgy {

struct Error {
  std::string message;  // one sentence, no trailing period or newline
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message)});
}
// With the system's message for the call that has just failed (errno).
inline tl::unexpected<Error> system_failure(const std::string& what) {
  return failure(what + ": " + std::strerror(errno));
}

}  // namespace zymurgy

#define ZYMURGY_CHECK(condition)                                                         \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)
