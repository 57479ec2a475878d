# SPDX-License-Identifier: MIT
# embed_text(OUT_VARIABLE FILE name=path...): a source that holds each text file as
# `extern const std::string_view sublinear::embedded::name`, remade when a file changes.
function(embed_text out_variable file)
  set(content "// Made by the build from resources/.\n#include <string_view>\n\nnamespace sublinear::embedded {\n\n")
  foreach(pair IN LISTS ARGN)
    string(REGEX MATCH "^([^=]+)=(.*)$" _ "${pair}")
    set(name ${CMAKE_MATCH_1})
    set(path ${CMAKE_MATCH_2})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} hex HEX)
    string(LENGTH "${hex}" digits)
    math(EXPR bytes "${digits} / 2")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," hex "${hex}")
    string(APPEND content
      "static const char ${name}Bytes[] = { ${hex} 0 };\n"
      "extern const std::string_view ${name};\n"
      "const std::string_view ${name}(${name}Bytes, ${bytes});\n\n")
  endforeach()
  string(APPEND content "} // namespace sublinear::embedded\n")
  file(CONFIGURE OUTPUT ${file} CONTENT "${content}" @ONLY)
  set(${out_variable} ${file} PARENT_SCOPE)
endfunction()
