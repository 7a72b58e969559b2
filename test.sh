#!/usr/bin/env bash
# Installs, builds and runs everything that tests. Prints what each step did and closes with
# 'N passed, N failed', where a test program counts its test cases and any other step one.
#
#   FUZZ_SECONDS=30   time for each fuzzer; 0 leaves them out
#   SANITIZE=1        0 leaves out the address, undefined and thread sanitizers (and the fuzzers)
#   ONLY=PATTERN      only the release build and the steps whose name matches the pattern; what is
#                     sanitized needs its build, too: ONLY='@(build address|sanitized)*'
#   CI=true           warnings are errors, and the source must be formatted
set -um  # each step is a process group of its own
cd "$(dirname "$0")"
. scripts/packages.sh
: "${FUZZ_SECONDS:=30}" "${SANITIZE:=1}" "${ONLY:=*}" "${CI:=false}"
jobs=$(nproc)
logs=build/logs
mkdir -p "$logs"
passed=0 failed=0
declare -A names=()  # of the steps that run, by process
strict=()
finish() {
  for pid in "${!names[@]}"; do kill -- "-$pid"; done 2>/dev/null  # what an interrupt leaves
  echo
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
  exit $?  # without it a trap leaves the status as it was before
}
trap finish EXIT
trap 'failed=$((failed + 1)); exit' HUP INT TERM
[ "$CI" != true ] || strict=(-DZYMURGY_WERROR=ON)

# How many steps run that need a core each. Matches wait for slow engines more than they work.
busy() { printf '%s\n' "${names[@]}" | grep -cvx -e match_e2e.py -e ''; }

# start NAME COMMAND...: runs a step, one on each core, beside those that run already.
start() {
  local name=$1
  shift
  # shellcheck disable=SC2053
  [[ $name == $ONLY || $name == 'build release'* ]] || return 0
  [ "$(busy)" -lt "$jobs" ] || settle
  (
    begun=$SECONDS
    "$@" </dev/null >"$logs/${name// /-}.log" 2>&1
    status=$?
    echo $((SECONDS - begun)) >"$logs/${name// /-}.seconds"
    exit $status
  ) &
  names[$!]=$name
}

# settle: waits for a step to end; says how it went, and shows the end of its log if it failed.
settle() {
  local pid name status log ok=0 bad=0 none=0
  wait -n -p pid "${!names[@]}"
  status=$?
  name=${names[$pid]}
  unset "names[$pid]"
  log=$logs/${name// /-}.log
  read -r ok bad none < <(sed 's/\x1b\[[0-9;]*m//g' "$log" | awk -F'[|: ]+' \
    '/^\[doctest\] test cases:/ {ok += $5; bad += $7}
     /^(\[doctest\] test cases: +0 |Ran 0 tests)/ {none = 1}
     /^Ran [0-9]+ test/ {split($0, w, " "); ok += w[2]}  # unittest of Python
     /^FAILED \(/ {gsub(/(skipped|expected failures|unexpected successes)=[0-9]+/, "")
      gsub(/[^0-9]+/, " "); split($0, w, " "); for (i in w) {ok -= w[i]; bad += w[i]}}
     END {print ok + 0, bad + 0, none + 0}')
  if [ "$none" -ne 0 ]; then
    echo 'no test has run' >>"$log"
    status=1
  fi
  if [ $((ok + bad)) -eq 0 ]; then ok=$((status == 0)); fi
  if [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
  passed=$((passed + ok)) failed=$((failed + bad))
  printf '%-4s %-40s %4d s\n' "$([ $status -eq 0 ] && echo ok || echo FAIL)" "$name" \
    "$(cat "${log%.log}.seconds")"
  grep -E '^(MESSAGE: )?.*skipped: ' "$log" | sort -u | sed 's/^.*skipped: /       skipped: /'
  [ $status -eq 0 ] || tail -n 60 "$log"
  return $status
}
settle_all() { while [ ${#names[@]} -gt 0 ]; do settle; done; }

# check NAME COMMAND...: a step alone.
check() {
  settle_all
  start "$@"
  [ ${#names[@]} -eq 0 ] || settle
}

build() {  # PRESET TARGET... -- CMAKE OPTIONS
  local preset=$1 targets=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do targets+=("$1"); shift; done
  [ $# -eq 0 ] || shift
  cmake --preset "$preset" "${strict[@]}" "$@" && ninja -C "build/$preset" -j "$jobs" "${targets[@]}"
}

# The tests of a program in two parts, so that no step is much longer than others: the longer first.
unit_tests() {  # NAME PROGRAM
  local part='*tests/play/*,*tests/trainer-bridge/*'
  start "$1, all else" "$2" --source-file-exclude="$part"
  start "$1, players and training" "$2" --source-file="$part"
}

end_to_end() { start "${1##*/}" "$python" "$1" build/release/zymurgy; }

fuzz() {
  local name=${1##*/}
  local seeds=tests/fuzz/corpus/${name#fuzz-} found=build/fuzz/$name
  mkdir -p "$found"
  [ -d "$seeds" ] || seeds=
  "$1" -max_total_time="$FUZZ_SECONDS" -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/$name-" "$found" $seeds
}

need "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}" || exit 1
drop_moved_builds
python=$(command -v /usr/bin/python3 || echo python3)  # the one that finds the packages just installed
[ "$(uname -m)" != x86_64 ] || need "${NEON_PACKAGES[@]}" || exit 1
runtime=libclang-rt-$(clang --version | sed -n 's/.*version \([0-9]*\).*/\1/p')-dev
[ -z "$(apt-cache show "$runtime" 2>/dev/null)" ] || need "$runtime" || exit 1

if [ "$CI" = true ]; then check "format" scripts/format.sh --check; fi
check "build release (g++)" build release all -- || exit 1
longest='tests/e2e/match_e2e.py tests/e2e/small_network.py'
for script in $longest; do end_to_end "$script"; done  # so that nothing waits for them at the end
unit_tests "unit tests 15x15" build/release/zymurgy-tests
unit_tests "unit tests 21x21" build/release/zymurgy-super-tests
for script in tests/e2e/*.py; do [[ " $longest " == *" $script "* ]] || end_to_end "$script"; done
[ "$(uname -m)" != x86_64 ] || start "kernels on NEON (qemu)" scripts/test_neon.sh
settle_all
[ "$SANITIZE" != 0 ] || exit

# The program, too: that clang builds all of it is promised.
check "build address, undefined (clang++)" build asan zymurgy zymurgy-tests fuzzers -- \
  -DCMAKE_CXX_COMPILER=clang++ -DZYMURGY_FUZZ=ON && addresses=ok
check "build threads" build tsan zymurgy-thread-tests -- && threads=ok
if [ "${addresses:-}" = ok ]; then
  unit_tests "sanitized unit tests" build/asan/zymurgy-tests
fi
if [ "${threads:-}" = ok ]; then
  start "sanitized unit tests, threads" build/tsan/zymurgy-thread-tests --test-suite='*threads*'
fi
if [ "$FUZZ_SECONDS" != 0 ]; then
  for fuzzer in build/asan/fuzz-*; do [ ! -x "$fuzzer" ] || start "${fuzzer##*/}" fuzz "$fuzzer"; done
fi
settle_all
