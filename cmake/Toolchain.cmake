# zymurgy-flags: what every target of ours is compiled and linked with.
add_library(zymurgy-flags INTERFACE)

target_compile_options(zymurgy-flags INTERFACE
  -Wall -Wextra -Wconversion $<$<BOOL:${ZYMURGY_WERROR}>:-Werror>
  # g++ 12 sees overlapping and endless copies inside libstdc++'s own string and vector where there
  # are none (GCC bugs 105651, 107852).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict$<SEMICOLON>-Wno-array-bounds$<SEMICOLON>-Wno-stringop-overread$<SEMICOLON>-Wno-stringop-overflow>
  # clang counts signedness under -Wconversion, g++ does not: array indices here are ints.
  $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-sign-conversion>
  # The same floating-point results whether or not a processor has fused multiply-add.
  -ffp-contract=off)

# And overlong ones in its vector comparisons, when it optimises across files.
target_link_options(zymurgy-flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread>)

if(ZYMURGY_ARCH)
  target_compile_options(zymurgy-flags INTERFACE -march=${ZYMURGY_ARCH})
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(zymurgy-flags INTERFACE
                         -march=$<IF:$<BOOL:${ZYMURGY_STATIC}>,x86-64-v3,native>)
endif()

if(ZYMURGY_STATIC)
  # Not the C library: what is left to find on the other machine is any glibc as new as this one.
  target_link_options(zymurgy-flags INTERFACE -static-libstdc++ -static-libgcc -Wl,--as-needed)
endif()

if(ZYMURGY_LTO AND CMAKE_BUILD_TYPE STREQUAL "Release")
  include(CheckIPOSupported)
  check_ipo_supported(RESULT ipo LANGUAGES CXX)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${ipo})
endif()

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(ZYMURGY_CCACHE ccache)
  if(ZYMURGY_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ZYMURGY_CCACHE})
  endif()
endif()
