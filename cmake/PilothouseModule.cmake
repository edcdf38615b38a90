# ph_module(NAME <name> [PCH core|asio|qt|widgets] [DEPENDS <module>...] [LIBRARIES <target>...] SOURCES <file>...)
#   One static library ph_<name>. DEPENDS names other modules; LIBRARIES are outside packages.
# ph_program(NAME <file> [PCH ...] DEPENDS ... LIBRARIES ... SOURCES ...) builds an executable in bin/.
# ph_test(NAME <name> [QT] DEPENDS ... LIBRARIES ... SOURCES ...) builds one and registers it with ctest.

function(ph_target_settings target)
  target_compile_options(${target} PRIVATE ${PH_WARNINGS} ${PH_SANITIZER_FLAGS})
  target_link_options(${target} PRIVATE ${PH_SANITIZER_FLAGS})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# Every target of a layer shares one precompiled header, built once with the layer's own settings.
function(ph_precompiled_layer layer libraries)
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/pch/${layer}.cpp" CONTENT "")
  add_library(ph_pch_${layer} STATIC "${CMAKE_BINARY_DIR}/pch/${layer}.cpp")
  ph_target_settings(ph_pch_${layer})
  target_link_libraries(ph_pch_${layer} PUBLIC ${libraries})
  # In brackets, as CMake would write the path of this clone into it, and no other clone's cached compilation would fit.
  target_include_directories(ph_pch_${layer} PUBLIC "${PH_ROOT}/cmake")
  target_precompile_headers(ph_pch_${layer} PRIVATE "<pch/${layer}.h>")
endfunction()

function(ph_link target)
  cmake_parse_arguments(A "" "PCH" "DEPENDS;LIBRARIES" ${ARGN})
  ph_target_settings(${target})
  list(TRANSFORM A_DEPENDS PREPEND ph_)
  target_link_libraries(${target} PUBLIC ${A_DEPENDS} ${A_LIBRARIES})
  if(A_PCH)
    target_link_libraries(${target} PRIVATE ph_pch_${A_PCH})
    target_precompile_headers(${target} REUSE_FROM ph_pch_${A_PCH})
  endif()
  if(A_PCH STREQUAL "qt" OR A_PCH STREQUAL "widgets")
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTORCC ON)
  endif()
endfunction()

function(ph_module)
  cmake_parse_arguments(M "" "NAME;PCH" "DEPENDS;LIBRARIES;SOURCES" ${ARGN})
  add_library(ph_${M_NAME} STATIC ${M_SOURCES})
  target_include_directories(ph_${M_NAME} PUBLIC "${PH_ROOT}/src" "${PH_ROOT}")
  ph_link(ph_${M_NAME} PCH ${M_PCH} DEPENDS ${M_DEPENDS} LIBRARIES ${M_LIBRARIES})
  # `ninja ph_<name>_verify_interface_header_sets` compiles every header of the module alone.
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
  target_sources(ph_${M_NAME} PUBLIC FILE_SET HEADERS BASE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}" FILES ${headers})
  set_target_properties(ph_${M_NAME} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

function(ph_program)
  cmake_parse_arguments(P "" "NAME;PCH" "DEPENDS;LIBRARIES;SOURCES" ${ARGN})
  add_executable(${P_NAME} ${P_SOURCES})
  target_include_directories(${P_NAME} PRIVATE "${PH_ROOT}/src" "${PH_ROOT}")
  ph_link(${P_NAME} PCH ${P_PCH} DEPENDS ${P_DEPENDS} LIBRARIES ${P_LIBRARIES})
endfunction()

function(ph_test)
  cmake_parse_arguments(T "QT" "NAME;PCH" "DEPENDS;LIBRARIES;SOURCES" ${ARGN})
  add_executable(test_${T_NAME} ${T_SOURCES})
  target_include_directories(test_${T_NAME} PRIVATE "${PH_ROOT}/src" "${PH_ROOT}" "${PH_ROOT}/tests")
  if(T_QT)
    list(APPEND T_LIBRARIES Qt6::Test)
  else()
    list(APPEND T_LIBRARIES GTest::gmock GTest::gtest_main)
  endif()
  ph_link(test_${T_NAME} PCH ${T_PCH} DEPENDS ${T_DEPENDS} LIBRARIES ${T_LIBRARIES})
  set_target_properties(test_${T_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  add_test(NAME ${T_NAME} COMMAND test_${T_NAME})
  set_tests_properties(${T_NAME} PROPERTIES TIMEOUT 300
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;PH_BIN=${CMAKE_BINARY_DIR}/bin;PH_SOURCE=${PH_ROOT}")
endfunction()
