# SPDX-License-Identifier: MIT
# Man pages and bash completion, made from what the built programs' --help says.
if(CMAKE_CROSSCOMPILING OR NOT UNIX)
  return() # the programs cannot be asked
endif()

# sublinear_manual(PROGRAM COMPONENT): PROGRAM(1) and its completion, made when the program has changed.
function(sublinear_manual program component)
  set(source ${PROJECT_SOURCE_DIR}/resources/man)
  set(manual ${PROJECT_BINARY_DIR}/manuals/${program}.1.gz)
  set(completion ${PROJECT_BINARY_DIR}/manuals/${program}.bash)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/manuals)
  add_custom_command(OUTPUT ${manual} ${completion}
    COMMAND ${source}/generate $<TARGET_FILE:${program}> ${source}/${program}.1.in ${manual} ${completion}
    DEPENDS ${program} ${source}/generate ${source}/${program}.1.in VERBATIM)
  add_custom_target(${program}-manual ALL DEPENDS ${manual} ${completion})
  install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  install(FILES ${completion} RENAME ${program} COMPONENT ${component}
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions)
  if(SUBLINEAR_TESTS)
    add_test(NAME manual_${program} COMMAND ${PROJECT_SOURCE_DIR}/tests/manual $<TARGET_FILE:${program}> ${manual} ${completion})
  endif()
endfunction()

sublinear_manual(sublinear-microrun worker)
if(SUBLINEAR_APP)
  sublinear_manual(sublinear window)
endif()
