# SPDX-License-Identifier: MIT
# A CBLAS library for sublinear_gpu, optional. One whose products are its own: the reference
# library's CBLAS is slower than our own code.
if(NOT SUBLINEAR_BLAS)
  message(STATUS "BLAS: none (switched off); products by our own code")
  return()
endif()

include(CheckCXXSourceCompiles)
find_path(CBLAS_INCLUDE cblas.h PATH_SUFFIXES openblas blis mkl)
find_library(CBLAS_LIBRARY NAMES openblas blis mkl_rt)
if(CBLAS_INCLUDE AND CBLAS_LIBRARY)
  set(CMAKE_REQUIRED_INCLUDES ${CBLAS_INCLUDE})
  set(CMAKE_REQUIRED_LIBRARIES ${CBLAS_LIBRARY})
  check_cxx_source_compiles("
    #include <cblas.h>
    int main() {
      float a = 1, c = 0;
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, 1, &a, 1, &a, 1, 0, &c, 1);
      return c > 0 ? 0 : 1;
    }" SUBLINEAR_CBLAS_WORKS)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()

if(SUBLINEAR_CBLAS_WORKS)
  message(STATUS "BLAS: ${CBLAS_LIBRARY}")
  target_compile_definitions(sublinear_gpu PRIVATE SUBLINEAR_HAS_CBLAS)
  target_include_directories(sublinear_gpu SYSTEM PRIVATE ${CBLAS_INCLUDE})
  target_link_libraries(sublinear_gpu PRIVATE ${CBLAS_LIBRARY} ${CMAKE_DL_LIBS})
else()
  message(STATUS "BLAS: none found (optional, e.g. libopenblas-dev); products by our own code")
endif()
