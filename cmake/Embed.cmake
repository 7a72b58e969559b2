# zymurgy_embed(TARGET FILE...): puts files into the program byte for byte. `embedded_file(name)`
# of game/embedded.h finds them by file name. The assembler's .incbin costs no compile time.
function(zymurgy_embed target)
  set(assembly ".section .note.GNU-stack,\"\",%progbits\n.section .rodata\n")
  set(declarations "")
  set(rows "")
  set(i 0)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    string(APPEND assembly
      ".global zymurgy_file_${i}\n.global zymurgy_file_end_${i}\n.balign 8\n"
      "zymurgy_file_${i}:\n.incbin \"${file}\"\nzymurgy_file_end_${i}:\n.byte 0\n")
    string(APPEND declarations "extern const char zymurgy_file_${i}[], zymurgy_file_end_${i}[];\n")
    string(APPEND rows "    {\"${name}\", zymurgy_file_${i}, zymurgy_file_end_${i}},\n")
    math(EXPR i "${i} + 1")
  endforeach()
  set(folder ${CMAKE_BINARY_DIR}/embedded/${target})
  file(CONFIGURE OUTPUT ${folder}/files.S CONTENT "${assembly}" @ONLY)
  file(WRITE ${folder}/table.cpp.new
    "#include \"game/embedded.h\"\nextern \"C\" {\n${declarations}}\n"
    "namespace zymurgy {\nconst std::vector<EmbeddedFile>& embedded_files() {\n"
    "  static const std::vector<EmbeddedFile> files = {\n${rows}  };\n  return files;\n}\n}\n")
  configure_file(${folder}/table.cpp.new ${folder}/table.cpp COPYONLY)
  set_property(SOURCE ${folder}/files.S APPEND PROPERTY OBJECT_DEPENDS "${ARGN}")
  target_sources(${target} PRIVATE ${folder}/files.S ${folder}/table.cpp)
endfunction()
