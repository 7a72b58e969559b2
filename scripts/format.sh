#!/usr/bin/env bash
# Formats every source file with clang-format, version 14 where it is there by that name (others break
# lines elsewhere); --check only says which ones are not.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(-i)
[ "${1:-}" != --check ] || mode=(--dry-run --Werror)
git ls-files -z --cached --others --exclude-standard '*.h' '*.cpp' |
  while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
  xargs -0 -r "$(command -v clang-format-14 || echo clang-format)" "${mode[@]}"
