#!/usr/bin/env bash
# Builds the network's kernels and their test for aarch64 and runs them under qemu: NEON, too, gives
# the bits of the plain loops. One target is compiled, statically, so that no library of the other
# processor is needed but its compiler's own. And the kernels as the engine has them must compile.
set -eu
cd "$(dirname "$0")/.."
out=build/neon
mkdir -p "$out"
rm -f "$out"/*.o  # of sources that are gone
compile() {  # SOURCE OBJECT OPTIONS...
  aarch64-linux-gnu-g++ -std=c++20 -O1 -Wall -Wextra -DZYMURGY_BOARD_DIM=15 "${@:3}" \
    -Isrc -I. -Itests -idirafter /usr/include -c "$1" -o "$2"
}
for source in nnue/kernels.cpp nnue/reference.cpp tests/nnue/kernels_test.cpp tests/main_test.cpp; do
  compile "$source" "$out/$(basename "$source" .cpp).o" -DHWY_COMPILE_ONLY_STATIC
done
aarch64-linux-gnu-g++ -static "$out"/*.o -o "$out/kernel-tests"
qemu-aarch64 "$out/kernel-tests"
# With the targets of cmake/Dependencies.cmake.
compile nnue/kernels.cpp /dev/null '-DHWY_DISABLED_TARGETS=(HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128)'
