#!/usr/bin/env bash
# Runs clang-tidy with the list in .clang-tidy over the files given, or over all but the tests (minutes).
set -eu
cd "$(dirname "$0")/.."
cmake --preset debug -DCMAKE_CXX_COMPILER=clang++ >/dev/null
[ $# -gt 0 ] || mapfile -t files < <(git ls-files 'src/*.cpp' 'nnue/*.cpp' 'protocol/*.cpp' 'trainer-bridge/*.cpp')
printf '%s\0' "${@:-${files[@]}}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p build/debug
