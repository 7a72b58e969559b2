// Vectors aligned to cache lines, so that no register load crosses one.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace zymurgy::nnue {

inline constexpr std::size_t kCacheLine = 64;

template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <typename U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* memory, std::size_t) {
    ::operator delete (memory, std::align_val_t{kCacheLine});
  }
  bool operator==(const CacheLineAllocator&) const = default;
};

template <typename T>
using CacheLines = std::vector<T, CacheLineAllocator<T>>;

}  // namespace zymurgy::nnue
