# Compiler settings shared by every target, and the tools that make builds fast where they are installed.
get_filename_component(PH_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Dev CACHE STRING "Dev or Release" FORCE)
endif()
# project() has cached empty ones. What is built at every change is compiled fast; a sanitizer's build has to run fast as well.
set(CMAKE_CXX_FLAGS_DEV "-O0 -g1" CACHE STRING "Flags of the everyday build" FORCE)
if(PH_SANITIZE)
  set(CMAKE_CXX_FLAGS_DEV "-O1 -g1" CACHE STRING "Flags of the everyday build" FORCE)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Most compilations end below this many KiB: an eighth of the compiler's time went into collecting its garbage.
  add_compile_options(--param=ggc-min-heapsize=400000)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "Flags of the measured build" FORCE)

# Programs are compiled like libraries, so that they can use the same precompiled headers.
set(CMAKE_CXX_COMPILE_OPTIONS_PIE -fPIC)

find_program(PH_CCACHE ccache)
if(PH_CCACHE)
  # Precompiled headers are cached only if ccache may ignore their time stamps; another clone of the tree hits the same cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "CCACHE_BASEDIR=${PH_ROOT}" "CCACHE_NOHASHDIR=1" "${PH_CCACHE}")
endif()

find_program(PH_MOLD mold)
find_program(PH_LLD ld.lld)
if(PH_MOLD)
  add_link_options(-fuse-ld=mold)
elseif(PH_LLD)
  add_link_options(-fuse-ld=lld)
endif()

set(PH_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (PH_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Release"))
  # GCC 12 sees these in the frames of coroutines and in std::string when it optimises; there they are false.
  list(APPEND PH_WARNINGS -Wno-mismatched-new-delete -Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized)
endif()
if(PH_WERROR)
  list(APPEND PH_WARNINGS -Werror)
endif()
if(PH_SANITIZE)
  set(PH_SANITIZER_FLAGS -fsanitize=${PH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
endif()
