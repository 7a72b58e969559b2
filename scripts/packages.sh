# Sourced by run.sh and test.sh: `need PACKAGE...` installs with apt what is not there yet;
# `drop_moved_builds` removes builds that CMake refuses, since the clone was copied or moved with them.
BUILD_PACKAGES=(g++ cmake ninja-build libcxxopts-dev doctest-dev libbenchmark-dev libhwy-dev
                nlohmann-json3-dev libexpected-dev libzstd-dev)
TEST_PACKAGES=(clang clang-format python3 python3-numpy zstd)
NEON_PACKAGES=(g++-aarch64-linux-gnu qemu-user)  # for scripts/test_neon.sh, on x86-64

need() {
  command -v dpkg-query >/dev/null || return 0  # not Debian: cmake will name what is missing
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | head -c 9)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      { echo "please install as root: apt-get install ${missing[*]}" >&2; return 1; }
    sudo=(sudo)
  fi
  echo "installing ${missing[*]}" >&2
  "${sudo[@]}" apt-get update -qq >&2 &&
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

drop_moved_builds() {
  local cache
  for cache in build/*/CMakeCache.txt; do
    [ ! -f "$cache" ] || [ "$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")" -ef . ] ||
      rm -r "${cache%/*}"
  done
}
