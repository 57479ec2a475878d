# SPDX-License-Identifier: MIT
# `cpack` in a build folder: sublinear_VERSION_ARCH.deb with the window and the command line, and
# sublinear-microrun_VERSION_ARCH.deb with the worker, which the first recommends and servers have alone.
# With each go our licence and those of the libraries that are headers, which ask to stand beside a compiled copy.
function(sublinear_licences package component)
  set(folder ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package})
  install(FILES ${CMAKE_SOURCE_DIR}/LICENSE RENAME copyright COMPONENT ${component} DESTINATION ${folder})
  install(FILES ${CMAKE_SOURCE_DIR}/resources/desktop/LICENSE.libraries COMPONENT ${component} DESTINATION ${folder})
endfunction()
sublinear_licences(sublinear-microrun worker)
if(SUBLINEAR_APP)
  sublinear_licences(sublinear window)
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sublinear)
set(CPACK_PACKAGE_CONTACT "Sublinear developers <${SUBLINEAR_APP_ID}@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL worker)
if(SUBLINEAR_APP)
  list(APPEND CPACK_COMPONENTS_ALL window)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME sublinear)
# What is loaded at run time, no library's name says: icons as SVG, and the worker.
set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS "libqt6svg6")
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS "sublinear-microrun")
set(CPACK_DEBIAN_WINDOW_PACKAGE_SUGGESTS "qt6-wayland")
set(CPACK_DEBIAN_WORKER_PACKAGE_NAME sublinear-microrun)
set(CPACK_COMPONENT_WINDOW_DESCRIPTION
  "Training memory of transformers: the window and the command line.
 As built it links Qt Charts and is under GPL-3.0.")
set(CPACK_COMPONENT_WORKER_DESCRIPTION
  "Runs checkpointing schedules for real and measures them.
 It needs neither Qt nor a display.")
include(CPack)
