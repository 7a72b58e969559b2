# Where the fuzzers see branches, beside what talks: their readers. Not all of the library, since counters
# take half its speed from the tests that share it.
set(ZYMURGY_READERS src/game/tile_set.cpp src/lexicon/leave_table.cpp src/lexicon/lexicon.cpp
    src/lexicon/word_graph.cpp src/lexicon/word_graph_builder.cpp src/lexicon/word_list.cpp
    src/play/record_codec.cpp nnue/network.cpp)

# One libFuzzer program for each tests/fuzz/NAME_fuzz.cpp, called fuzz-NAME.
function(zymurgy_fuzzers name)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "ZYMURGY_FUZZ needs clang: cmake --preset asan -DCMAKE_CXX_COMPILER=clang++ -DZYMURGY_FUZZ=ON")
  endif()
  set_source_files_properties(${ZYMURGY_READERS} PROPERTIES COMPILE_OPTIONS -fsanitize=fuzzer-no-link)
  target_compile_options(${name}-talk PRIVATE -fsanitize=fuzzer-no-link)
  file(GLOB fuzzers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp)
  add_custom_target(fuzzers)
  foreach(source ${fuzzers})
    get_filename_component(stem ${source} NAME_WE)
    string(REPLACE "_fuzz" "" stem ${stem})
    string(REPLACE "_" "-" stem ${stem})
    add_executable(fuzz-${stem} EXCLUDE_FROM_ALL ${source})
    target_compile_options(fuzz-${stem} PRIVATE -fsanitize=fuzzer,address,undefined)
    target_link_options(fuzz-${stem} PRIVATE -fsanitize=fuzzer,address,undefined)
    target_link_libraries(fuzz-${stem} PRIVATE ${name}-talk)
    add_dependencies(fuzzers fuzz-${stem})
  endforeach()
endfunction()
