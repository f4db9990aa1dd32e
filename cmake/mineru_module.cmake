# mineru_module(<name> SOURCES <files> [DEPENDS <modules>] [LIBRARIES <external targets>])
# One static library per module. DEPENDS lists the modules it may include: a library that is not
# listed is not linked, so an illegal call fails at link time even where the layer check is blind.
function(mineru_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  add_library(mineru_${name} STATIC ${ARG_SOURCES})
  mineru_compile_options(mineru_${name})
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(mineru_${name} PUBLIC mineru_${dependency})
  endforeach()
  target_link_libraries(mineru_${name} PRIVATE ${ARG_LIBRARIES})
endfunction()

function(mineru_compile_options target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(${target} PRIVATE MINERU_VERSION="${PROJECT_VERSION}")
  if(MINERU_DEVELOPER)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # False alarms in std::string at -O3: https://gcc.gnu.org/PR105651, mended in GCC 13.
      target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
  endif()
  if(MINERU_SANITIZE)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Instrumented code gives false alarms: https://gcc.gnu.org/PR71962.
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
    target_compile_options(${target} PUBLIC -fsanitize=${MINERU_SANITIZE}
                           -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${MINERU_SANITIZE})
    target_compile_definitions(${target} PUBLIC MINERU_SANITIZED)
  endif()
endfunction()
