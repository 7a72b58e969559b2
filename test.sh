#!/usr/bin/env bash
# Installs, builds and runs everything that tests. Prints what each step did and closes with
# 'N passed, N failed', where a test program counts its test cases and any other step one.
#
#   FUZZ_SECONDS=60   time for each fuzzer; 0 leaves them out
#   SANITIZE=1        0 leaves out the address, undefined and thread sanitizers (and the fuzzers)
#   ONLY=PATTERN      only the steps whose name matches the pattern
#   CI=true           warnings are errors, and the source must be formatted
set -u
cd "$(dirname "$0")"
. scripts/packages.sh
: "${FUZZ_SECONDS:=60}" "${SANITIZE:=1}" "${ONLY:=*}" "${CI:=false}"
jobs=$(nproc)
logs=build/logs
mkdir -p "$logs"
passed=0 failed=0 pids=()
strict=()
finish() {
  echo
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
  exit
}
trap finish EXIT
[ "$CI" != true ] || strict=(-DZYMURGY_WERROR=ON)

# check NAME COMMAND...: runs a step, shows the end of its log if it fails.
check() {
  local name=$1 start=$SECONDS log status
  shift
  # shellcheck disable=SC2053
  [[ $name == $ONLY ]] || return 0
  log=$logs/${name// /-}.log
  "$@" >"$log" 2>&1
  status=$?
  local ok=0 bad=0
  read -r ok bad < <(sed 's/\x1b\[[0-9;]*m//g' "$log" | awk -F'[|: ]+' \
    '/^\[doctest\] test cases:/ {ok += $5; bad += $7}
     /^Ran [0-9]+ test/ {split($0, w, " "); ok += w[2]}  # unittest of Python
     /^FAILED \(/ {gsub(/[^0-9]+/, " "); split($0, w, " "); for (i in w) {ok -= w[i]; bad += w[i]}}
     END {print ok + 0, bad + 0}')
  if [ $((ok + bad)) -eq 0 ]; then ok=$((status == 0)); fi
  if [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
  passed=$((passed + ok)) failed=$((failed + bad))
  printf '%-4s %-36s %4d s\n' "$([ $status -eq 0 ] && echo ok || echo FAIL)" "$name" $((SECONDS - start))
  grep -E '^(MESSAGE: )?.*skipped: ' "$log" | sort -u | sed 's/^.*skipped: /       skipped: /'
  [ $status -eq 0 ] || tail -n 60 "$log"
  return $status
}

build() {  # PRESET TARGET... -- CMAKE OPTIONS
  local preset=$1 targets=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do targets+=("$1"); shift; done
  [ $# -eq 0 ] || shift
  cmake --preset "$preset" "${strict[@]}" "$@" && ninja -C "build/$preset" -j "$jobs" "${targets[@]}"
}

fuzz() {
  local name=${1##*/}
  local seeds=tests/fuzz/corpus/${name#fuzz-} found=build/fuzz/$name
  mkdir -p "$found"
  [ -d "$seeds" ] || seeds=
  "$1" -max_total_time="$FUZZ_SECONDS" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/$name-" "$found" $seeds
}

# Two fuzzers at a time: each is one thread, and the machine has two cores.
fuzz_all() {
  local pending=(build/asan/fuzz-*) pair name
  [ -x "${pending[0]}" ] || return 0
  while [ ${#pending[@]} -gt 0 ]; do
    pair=("${pending[@]:0:2}") pending=("${pending[@]:2}")
    for name in "${pair[@]}"; do
      fuzz "$name" >"$logs/${name##*/}.out" 2>&1 &
      pids[$!]=$name
    done
    for pid in "${!pids[@]}"; do
      wait "$pid"
      check "${pids[$pid]##*/}" fuzz_verdict $? "$logs/${pids[$pid]##*/}.out"
      unset "pids[$pid]"
    done
  done
}
fuzz_verdict() { tail -n 40 "$2"; return "$1"; }

need "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}" || exit 1
runtime=libclang-rt-$(clang --version | sed -n 's/.*version \([0-9]*\).*/\1/p')-dev
[ -z "$(apt-cache show "$runtime" 2>/dev/null)" ] || need "$runtime" || exit 1

if [ "$CI" = true ]; then check "format" scripts/format.sh --check; fi
check "build release (g++)" build release all -- || exit 1
check "unit tests 15x15" build/release/zymurgy-tests
check "unit tests 21x21" build/release/zymurgy-super-tests
for script in tests/e2e/*.py; do
  [ -e "$script" ] || continue
  check "${script##*/}" python3 "$script" build/release/zymurgy
done
if [ "$SANITIZE" != 0 ]; then
  check "build sanitized (clang)" build asan zymurgy zymurgy-tests fuzzers -- \
    -DCMAKE_CXX_COMPILER=clang++ -DZYMURGY_FUZZ=ON &&
    check "unit tests, address and undefined" build/asan/zymurgy-tests
  check "build threads" build tsan zymurgy-tests -- &&
    check "unit tests, threads" build/tsan/zymurgy-tests --test-suite='*threads*'
  [ "$FUZZ_SECONDS" = 0 ] || fuzz_all
fi
