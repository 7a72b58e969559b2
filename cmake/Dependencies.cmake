# Everything comes from the distribution's packages; nothing is fetched. A missing one stops the
# configuration with the name to install.
function(zymurgy_require package debian)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "Zymurgy needs ${package}: apt-get install ${debian}  (./run.sh installs all it needs)")
  endif()
endfunction()

set(THREADS_PREFER_PTHREAD_FLAG ON)
zymurgy_require(Threads libc6-dev)
zymurgy_require(cxxopts libcxxopts-dev)
zymurgy_require(doctest doctest-dev)
zymurgy_require(benchmark libbenchmark-dev)
zymurgy_require(hwy libhwy-dev)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
  # The kernels are for NEON: the registers of the others have no size that is known here.
  target_compile_definitions(hwy::hwy INTERFACE "HWY_DISABLED_TARGETS=(HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128)")
else()
  # Highway 1.0 gives this target to processors with AVX512-VNNI, and to its compiler AVX-VNNI, which
  # not all of them have (Ice Lake, Zen 4): clang's code for it is an illegal instruction there, g++
  # makes none of its own accord. Left undefined, the target could not be compiled for where
  # -march=native means it (Sapphire Rapids).
  target_compile_definitions(hwy::hwy INTERFACE $<IF:$<CXX_COMPILER_ID:GNU>,HWY_WANT_AVX3_DL,HWY_DISABLED_TARGETS=HWY_AVX3_DL>)
endif()
if(ZYMURGY_STATIC)
  # Choosing among targets takes its library, which Debian has only as a shared one, with libstdc++
  # behind it: the kernels are those of ZYMURGY_ARCH alone. They need no AES, which x86-64-v3 has not.
  target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_STATIC HWY_DISABLE_PCLMUL_AES)
endif()
zymurgy_require(nlohmann_json nlohmann-json3-dev)
zymurgy_require(tl-expected libexpected-dev)
zymurgy_require(zstd libzstd-dev)
