# SPDX-License-Identifier: MIT
# The CUDA back end as a module that the worker loads when a CUDA device is asked for. Nothing else
# here needs a toolkit: what runs on the host is compiled always and tested without a device.
set(SUBLINEAR_CUDA AUTO CACHE STRING "Build the CUDA module: AUTO (where nvcc is found), ON or OFF")
set_property(CACHE SUBLINEAR_CUDA PROPERTY STRINGS AUTO ON OFF)
set(SUBLINEAR_CUDA_ARCHITECTURES AUTO CACHE STRING
    "AUTO (of the devices that are here, else one and PTX), all (that nvcc knows), or a list as CMAKE_CUDA_ARCHITECTURES")

# Program and module share these classes: a module of another build is refused by their hash.
set(shared_headers
  gpu/cuda/runtime.h gpu/cuda/error.h core/base/checked.h core/block/block.h core/block/element.h core/block/inline_list.h
  core/block/local_shape.h core/program/program.h core/scenario/scenario.h gpu/run/op_call.h gpu/run/run_facts.h)
set(contents "${PROJECT_VERSION} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
foreach(header IN LISTS shared_headers)
  file(SHA256 ${PROJECT_SOURCE_DIR}/${header} hash)
  string(APPEND contents " ${hash}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
endforeach()
string(SHA256 contents "${contents}")
set(module_version "SUBLINEAR_CUDA_MODULE_VERSION=\"${contents}\"")
set_property(SOURCE cuda/module.cpp APPEND PROPERTY COMPILE_DEFINITIONS "${module_version}")

if(NOT SUBLINEAR_CUDA)
  message(STATUS "CUDA: no module (switched off)")
  return()
endif()

# Beside what CMake looks at by itself: where NVIDIA's packages put it without touching the PATH.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(SUBLINEAR_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
  if(SUBLINEAR_NVCC)
    set(CMAKE_CUDA_COMPILER ${SUBLINEAR_NVCC})
  endif()
endif()
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  if(SUBLINEAR_CUDA STREQUAL "ON")
    message(FATAL_ERROR "SUBLINEAR_CUDA=ON, and there is no nvcc that works")
  endif()
  message(STATUS "CUDA: no module (no nvcc found; optional)")
  return()
endif()

# "native" would fail at generating where there is no device.
set(architectures ${SUBLINEAR_CUDA_ARCHITECTURES})
if(architectures STREQUAL "AUTO")
  set(architectures "80-real;80-virtual")
  find_program(NVIDIA_SMI nvidia-smi)
  if(NVIDIA_SMI)
    execute_process(COMMAND ${NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE capabilities RESULT_VARIABLE status ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]+" capabilities "${capabilities}")
    if(status EQUAL 0 AND capabilities)
      list(REMOVE_DUPLICATES capabilities)
      string(REPLACE "." "" architectures "${capabilities}")
      list(TRANSFORM architectures APPEND "-real")
    endif()
  endif()
elseif(architectures STREQUAL "all")
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-code OUTPUT_VARIABLE known COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "sm_[0-9]+" known "${known}")
  list(TRANSFORM known REPLACE "sm_" "")
  list(REMOVE_DUPLICATES known)
  list(SORT known COMPARE NATURAL)
  list(GET known -1 newest)
  list(FILTER known EXCLUDE REGEX "^(5.|6.|70|72)$")
  list(TRANSFORM known APPEND "-real" OUTPUT_VARIABLE architectures)
  list(APPEND architectures "${newest}-virtual")
endif()

set(CMAKE_CUDA_ARCHITECTURES ${architectures})
enable_language(CUDA)
message(STATUS "CUDA: ${CMAKE_CUDA_COMPILER_VERSION}, code for ${architectures}")

file(GLOB module_sources CONFIGURE_DEPENDS cuda/module/*.cu)
add_library(sublinear-cuda MODULE ${module_sources})
set_target_properties(sublinear-cuda PROPERTIES
  CUDA_RUNTIME_LIBRARY Static
  CUDA_VISIBILITY_PRESET hidden
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
target_include_directories(sublinear-cuda PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(sublinear-cuda PRIVATE "${module_version}")
# Without fused multiplication and addition the sums are those of the CPU. The standard stands here because
# CMake 3.25 does not know it for CUDA.
target_compile_options(sublinear-cuda PRIVATE
  -std=c++20 -fmad=false
  -Xcompiler=-Wall,-Wextra,-Wshadow,-ffp-contract=off
  -Xptxas=-warn-spills,-warn-lmem-usage # a kernel that does not fit into registers crawls
  $<$<BOOL:${SUBLINEAR_WERROR}>:-Werror=all-warnings>
  $<$<BOOL:${SUBLINEAR_WERROR}>:-Xcompiler=-Werror>)
target_link_libraries(sublinear-cuda PRIVATE ${CMAKE_DL_LIBS})
target_link_options(sublinear-cuda PRIVATE -Wl,--no-undefined)
install(TARGETS sublinear-cuda LIBRARY DESTINATION lib/sublinear)
