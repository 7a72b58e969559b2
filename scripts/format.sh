#!/usr/bin/env bash
# Formats every source file with clang-format; --check only says which ones are not.
set -eu
cd "$(dirname "$0")/.."
mode=(-i)
[ "${1:-}" != --check ] || mode=(--dry-run --Werror)
git ls-files -z --cached --others --exclude-standard '*.h' '*.cpp' |
  xargs -0 -r clang-format "${mode[@]}"
