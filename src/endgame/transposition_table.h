// What searches found about positions, shared by threads without locks: 16-byte entries in pairs,
// one kept for its depth, the other always replaced.
//
// An entry is two words, the key XORed with the data and the data itself, so that halves written by
// different threads do not match (R. Hyatt and T. Mann, "A lock-less transposition table
// implementation for parallel search", 2002).
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "game/huge_pages.h"
#include "game/result.h"

namespace zymurgy {

class TranspositionTable {
 public:
  enum class Bound : std::uint8_t { kExact, kLower, kUpper };
  static constexpr int kProved = 63;  // the depth of a value that no horizon touched
  struct Found {
    std::int16_t value;
    std::uint8_t depth;
    Bound bound;
    std::uint32_t move;  // a play's key, 0 none
  };

  // Estimates of the effort to show that a position's mover reaches a value and to refute it
  // (proof_search.cpp). Once that is decided, one of them is 0 and the other kInfinite.
  struct ProofNumbers {
    std::uint32_t proof, disproof;
  };
  static constexpr int kProofNumberBits = 25;
  static constexpr std::uint32_t kInfinite = (1U << kProofNumberBits) - 1;

  // How long the table will be used. Touching huge pages first costs a quarter of a second for 256
  // MB, and then saves a fifth of the time.
  enum class Use : std::uint8_t { kBrief, kLong };

  TranspositionTable(int megabytes, Use use)
      : pairs_(std::bit_floor(static_cast<std::size_t>(std::max(1, megabytes)) << 20) /
               sizeof(Pair)),
        table_(zeroed(pairs_)) {
    // If memory is short, the table is made smaller: its size changes no value.
    for (; table_ == nullptr && pairs_ > 1; table_ = zeroed(pairs_)) pairs_ /= 2;
    ZYMURGY_CHECK(table_ != nullptr);
    if (use == Use::kLong) advise_huge_pages(table_.get(), pairs_ * sizeof(Pair));
  }

  // Before many look-ups, so that later entries are fetched while one is read.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&table_[key & (pairs_ - 1)]); }

  std::optional<Found> find(std::uint64_t key) const {
    const std::uint64_t data = data_of(key);
    return data != 0 ? std::optional(unpack(data)) : std::nullopt;
  }
  void store(std::uint64_t key, const Found& found) { put(key, pack(found)); }

  // Proof numbers are stored under keys of their own.
  std::optional<ProofNumbers> find_proof_numbers(std::uint64_t key) const {
    const std::uint64_t data = data_of(key);
    if (data == 0) return std::nullopt;
    return ProofNumbers{static_cast<std::uint32_t>(data >> kProofNumberBits) & kInfinite,
                        static_cast<std::uint32_t>(data) & kInfinite};
  }
  void store_proof_numbers(std::uint64_t key, ProofNumbers numbers) {
    // The depth bits stay 0.
    put(key, kUsed | std::uint64_t{numbers.proof} << kProofNumberBits | numbers.disproof);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> lock, data;
  };
  struct Pair {
    Entry entries[2];
  };
  static_assert(sizeof(Entry) == 16);

  struct Unmap {
    std::size_t bytes = 0;
    void operator()(Pair* pairs) const { munmap(pairs, bytes); }
  };
  using Pairs = std::unique_ptr<Pair[], Unmap>;

  // Zeroed pages that the system hands out when first touched: a big table costs nothing until it
  // is used. (Atomic words are plain memory, and zero is an empty entry.)
  static Pairs zeroed(std::size_t pairs) {
    const std::size_t bytes = pairs * sizeof(Pair);
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return {memory == MAP_FAILED ? nullptr : static_cast<Pair*>(memory), Unmap{bytes}};
  }

  std::uint64_t data_of(std::uint64_t key) const {  // 0: none
    for (const Entry& entry : table_[key & (pairs_ - 1)].entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if ((entry.lock.load(std::memory_order_relaxed) ^ data) == key && data != 0) return data;
    }
    return 0;
  }
  void put(std::uint64_t key, std::uint64_t data) {
    Pair& pair = table_[key & (pairs_ - 1)];
    const std::uint64_t old = pair.entries[0].data.load(std::memory_order_relaxed);
    const bool same = (pair.entries[0].lock.load(std::memory_order_relaxed) ^ old) == key;
    Entry& entry = pair.entries[same || unpack(old).depth <= unpack(data).depth ? 0 : 1];
    entry.lock.store(key ^ data, std::memory_order_relaxed);
    entry.data.store(data, std::memory_order_relaxed);
  }

  static constexpr std::uint64_t kUsed = std::uint64_t{1} << 63;  // marks an entry in use
  static std::uint64_t pack(const Found& f) {
    return kUsed | static_cast<std::uint64_t>(f.depth) << 50 |
           static_cast<std::uint64_t>(f.bound) << 48 |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(f.value)) << 32 | f.move;
  }
  static Found unpack(std::uint64_t data) {
    return {static_cast<std::int16_t>(data >> 32 & 0xffff),
            static_cast<std::uint8_t>(data >> 50 & 63), static_cast<Bound>(data >> 48 & 3),
            static_cast<std::uint32_t>(data)};
  }

  std::size_t pairs_;
  Pairs table_;
};

}  // namespace zymurgy
