# The engine for one board size: a static library of all the floors, the program over it, and its
# tests. Called twice, since the board's size is a compile-time constant.
function(zymurgy_engine name dim)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp
       ${PROJECT_SOURCE_DIR}/nnue/*.cpp ${PROJECT_SOURCE_DIR}/protocol/*.cpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/src/main.cpp)
  add_library(${name}-lib STATIC ${sources})
  file(GLOB shipped CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/tilesets/*.csv
       ${PROJECT_SOURCE_DIR}/nets/*.zst)
  zymurgy_embed(${name}-lib ${shipped})
  target_include_directories(${name}-lib PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name}-lib PUBLIC ZYMURGY_BOARD_DIM=${dim}
                             ZYMURGY_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${name}-lib PUBLIC
                        zymurgy-flags Threads::Threads cxxopts::cxxopts tl::expected hwy::hwy
                        nlohmann_json::nlohmann_json
                        $<IF:$<BOOL:${ZYMURGY_STATIC}>,zstd::libzstd_static,zstd::libzstd_shared>)

  # Folders on the command line may have commas in their names.
  target_compile_definitions(${name}-lib PRIVATE "CXXOPTS_VECTOR_DELIMITER='\\0'")
  # Most of what there is to parse, parsed once: halves the time to build.
  target_precompile_headers(${name}-lib PRIVATE <algorithm> <array> <chrono> <cmath> <functional>
                            <map> <memory> <optional> <string> <thread> <vector>
                            <cxxopts.hpp> <nlohmann/json.hpp> <tl/expected.hpp>)

  add_executable(${name} ${PROJECT_SOURCE_DIR}/src/main.cpp)
  target_link_libraries(${name} PRIVATE ${name}-lib)

  file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*_test.cpp
       ${PROJECT_SOURCE_DIR}/tests/support/*.cpp)
  add_executable(${name}-tests ${tests})
  target_include_directories(${name}-tests PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name}-tests PRIVATE
                             ZYMURGY_PROJECT_DIR="${PROJECT_SOURCE_DIR}"
                             ZYMURGY_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared")
  target_link_libraries(${name}-tests PRIVATE ${name}-lib doctest::doctest)
  target_precompile_headers(${name}-tests PRIVATE <doctest/doctest.h> <filesystem> <fstream> <map>
                            <nlohmann/json.hpp> <sstream> <tl/expected.hpp> <vector>)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/main_test.cpp PROPERTIES
                              SKIP_PRECOMPILE_HEADERS ON)  # holds doctest's own code
  add_test(NAME ${name}-tests COMMAND ${name}-tests)

  if(dim EQUAL 15)
    find_package(Python3 COMPONENTS Interpreter QUIET)
    file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/e2e/*.py)
    foreach(script ${scripts})
      get_filename_component(stem ${script} NAME_WE)
      add_test(NAME ${stem} COMMAND ${Python3_EXECUTABLE} ${script} $<TARGET_FILE:${name}>)
    endforeach()
  endif()
endfunction()

# zymurgy-bench: the Google Benchmark suite of bench/*_bench.cpp.
function(zymurgy_bench name)
  file(GLOB benches CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_bench.cpp)
  if(benches)
    add_executable(${name}-bench ${benches})
    target_link_libraries(${name}-bench PRIVATE ${name}-lib benchmark::benchmark_main)
  endif()
endfunction()
