#!/usr/bin/env bash
# Installs what is missing, builds, and runs Zymurgy. Without arguments it plays one game against
# itself on the terminal; with arguments it passes them on to the program.
set -eu
cd "$(dirname "$0")"
. scripts/packages.sh
binary=$PWD/build/release/zymurgy

build() {
  need "${BUILD_PACKAGES[@]}"
  drop_moved_builds
  cmake --preset release >/dev/null
  cmake --build --preset release --target zymurgy zymurgy-super
}
# Ninja's lines go to stderr, so that stdout is the program's alone.
build >&2

if [ $# -gt 0 ]; then
  cd "$OLDPWD"
  exec "$binary" "$@"
fi

"$binary" play
cat <<END

That was Zymurgy against itself. Now:
  play against it                  ./run.sh play --human 1
  measure players                  ./run.sh autoplay --p1 static --p2 greedy --games 1000
  everything else                  ./run.sh --help

To connect a GUI or a match runner, let it start this program and talk to it over stdin/stdout
(UCGI or SIU, see protocol/UCGI.md):
  $binary
END
