# For code whose speed nobody feels: compiles in half the time.
set(ZYMURGY_QUICK_BUILD $<$<CONFIG:Release,RelWithDebInfo>:-O1>)

# Where CMAKE_UNITY_BUILD is on (CMakePresets.json), a target's files of one folder are compiled as one,
# in half the time: what they include, and the templates of that, once.
function(zymurgy_join_folders target)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER ${folder} folder)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
# These do not mix with others: one includes itself for each target, one holds doctest's own code.
set_source_files_properties(${PROJECT_SOURCE_DIR}/nnue/kernels.cpp ${PROJECT_SOURCE_DIR}/tests/main_test.cpp
                            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# A program of tests over the engine.
function(zymurgy_tests program engine)
  file(GLOB support CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*.cpp)
  add_executable(${program} ${ARGN} ${support})
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${program} PRIVATE
                             ZYMURGY_PROJECT_DIR="${PROJECT_SOURCE_DIR}"
                             ZYMURGY_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared")
  target_compile_options(${program} PRIVATE ${ZYMURGY_QUICK_BUILD})
  target_link_libraries(${program} PRIVATE ${engine} doctest::doctest)
  zymurgy_join_folders(${program})
endfunction()

# The engine for one board size: a static library of the floors that think, one of those that talk
# (protocol and match), the program over them with its command line, and its tests. Called twice, since
# the board's size is a compile-time constant.
function(zymurgy_engine name dim)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp
       ${PROJECT_SOURCE_DIR}/nnue/*.cpp ${PROJECT_SOURCE_DIR}/trainer-bridge/*.cpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/src/main.cpp)
  file(GLOB_RECURSE talking CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/protocol/*.cpp
       ${PROJECT_SOURCE_DIR}/src/match/*.cpp)
  file(GLOB_RECURSE commands CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.cpp)
  list(REMOVE_ITEM sources ${talking} ${commands})

  add_library(${name}-lib STATIC ${sources})
  file(GLOB shipped CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/tilesets/*.csv
       ${PROJECT_SOURCE_DIR}/nets/*.zst)
  if(NOT dim EQUAL 15)  # networks, values of racks and chances to win are those of a board
    list(FILTER shipped EXCLUDE REGEX "\\.(network|racks\\.klv2|win)\\.zst$")
    file(GLOB of_super CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/nets/super/*.zst)
    list(APPEND shipped ${of_super})
  endif()
  zymurgy_embed(${name}-lib ${shipped})
  target_include_directories(${name}-lib PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name}-lib PUBLIC ZYMURGY_BOARD_DIM=${dim}
                             ZYMURGY_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${name}-lib PUBLIC
                        zymurgy-flags Threads::Threads tl::expected hwy::hwy
                        nlohmann_json::nlohmann_json
                        $<IF:$<BOOL:${ZYMURGY_STATIC}>,zstd::libzstd_static,zstd::libzstd_shared>)

  add_library(${name}-talk STATIC ${talking})
  target_compile_options(${name}-talk PRIVATE ${ZYMURGY_QUICK_BUILD})
  target_link_libraries(${name}-talk PUBLIC ${name}-lib)

  add_executable(${name} ${PROJECT_SOURCE_DIR}/src/main.cpp ${commands})
  # Folders on the command line may have commas in their names; and regular expressions, instantiated
  # in every file that includes it, are three quarters of such a file's compile time.
  target_compile_definitions(${name} PRIVATE "CXXOPTS_VECTOR_DELIMITER='\\0'" CXXOPTS_NO_REGEX)
  # With sanitizers nobody runs the program itself: it is built to see that it can be.
  target_compile_options(${name} PRIVATE ${ZYMURGY_QUICK_BUILD} $<$<CONFIG:RelWithDebInfo>:-O0>)
  target_link_libraries(${name} PRIVATE ${name}-talk cxxopts::cxxopts)
  install(TARGETS ${name})  # what ships is inside it

  foreach(target ${name}-lib ${name}-talk ${name})
    zymurgy_join_folders(${target})
  endforeach()

  file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*_test.cpp)
  zymurgy_tests(${name}-tests ${name}-talk ${tests})
  add_test(NAME ${name}-tests COMMAND ${name}-tests)

  if(dim EQUAL 15)
    # For the thread sanitizer: the files with tests of several threads.
    set(of_threads ${PROJECT_SOURCE_DIR}/tests/main_test.cpp)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tests})
    foreach(test ${tests})
      file(STRINGS ${test} suite REGEX "^TEST_SUITE\\(\"threads\"\\)")
      if(suite)
        list(APPEND of_threads ${test})
      endif()
    endforeach()
    zymurgy_tests(${name}-thread-tests ${name}-talk ${of_threads})
    set_target_properties(${name}-thread-tests PROPERTIES EXCLUDE_FROM_ALL ON)

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
    target_link_libraries(${name}-bench PRIVATE ${name}-talk benchmark::benchmark_main)
  endif()
endfunction()
