#!/usr/bin/env bash
# Builds the network's kernels and their test for aarch64 and runs them under qemu: NEON, too, gives
# the bits of the plain loops. One target is compiled, statically, so that no library of the other
# processor is needed but its compiler's own.
set -eu
cd "$(dirname "$0")/.."
out=build/neon
mkdir -p "$out"
for source in nnue/kernels.cpp nnue/reference.cpp tests/nnue/kernels_test.cpp tests/main_test.cpp; do
  object=$out/$(basename "$source" .cpp).o
  aarch64-linux-gnu-g++ -std=c++20 -O1 -Wall -Wextra -DHWY_COMPILE_ONLY_STATIC -DZYMURGY_BOARD_DIM=15 \
    -Isrc -I. -Itests -idirafter /usr/include -c "$source" -o "$object"
done
aarch64-linux-gnu-g++ -static "$out"/*.o -o "$out/kernel-tests"
qemu-aarch64 "$out/kernel-tests"
