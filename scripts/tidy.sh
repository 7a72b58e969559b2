#!/usr/bin/env bash
# Runs clang-tidy with the list in .clang-tidy over the files given, or over all but the tests (minutes).
set -euo pipefail
[ $# -eq 0 ] || mapfile -t files < <(realpath -- "$@")
cd "$(dirname "$0")/.."
cmake --preset debug -B build/tidy -DCMAKE_CXX_COMPILER=clang++ >/dev/null
[ $# -gt 0 ] || mapfile -t files < <(find src nnue protocol trainer-bridge -name '*.cpp' | sort)
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p build/tidy
