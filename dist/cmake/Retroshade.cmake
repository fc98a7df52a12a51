# Shaders in a CMake project.
#
#   list(APPEND CMAKE_MODULE_PATH …/dist/cmake)
#   include(Retroshade)
#   retroshade_add_shaders(game_shaders TARGET 3ds SOURCES shaders/cube.vert shaders/sky.vert)
#   add_dependencies(game game_shaders)
#
# retroshade_add_shaders(NAME
#     TARGET 3ds|xbox|mali400|flash|…      the machine, as `retroshade targets` lists them
#     SOURCES FILE…                        relative to the current source folder
#     [FORMAT bin|h|c|inl|rust|num]        -mfmt; bin by default
#     [DESTINATION DIR]                    folder of the outputs; the current binary folder by default
#     [FLAGS FLAG…])                       more flags, such as -DLIGHTS=2
#
# makes a custom target NAME that builds the programs, and sets its property RETROSHADE_OUTPUTS to their list.
# Edits of included files are noticed.

include_guard(GLOBAL)
include(CMakeParseArguments)

find_program(RETROSHADE_EXECUTABLE retroshade DOC "The compiler of shaders for retro GPUs")

function(retroshade_add_shaders name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET;FORMAT;DESTINATION" "SOURCES;FLAGS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "retroshade_add_shaders: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TARGET OR NOT arg_SOURCES)
    message(FATAL_ERROR "retroshade_add_shaders: TARGET and SOURCES are needed")
  endif()
  if(NOT RETROSHADE_EXECUTABLE)
    message(FATAL_ERROR "retroshade was not found; set RETROSHADE_EXECUTABLE")
  endif()
  if(NOT arg_FORMAT)
    set(arg_FORMAT bin)
  endif()
  if(NOT arg_DESTINATION)
    set(arg_DESTINATION ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  get_filename_component(destination ${arg_DESTINATION} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})

  if(arg_FORMAT STREQUAL "bin")
    if(arg_TARGET MATCHES "^(3ds|pica|pica200)$")
      set(extension shbin)
    elseif(arg_TARGET MATCHES "^(xbox|nv2a)$")
      set(extension nv2a)
    elseif(arg_TARGET MATCHES "^(mali|mali400|lima)$")
      set(extension mbs)
    else()
      set(extension agal)
    endif()
  elseif(arg_FORMAT STREQUAL "rust")
    set(extension rs)
  else()
    set(extension ${arg_FORMAT})
  endif()

  set(outputs)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(input ${source} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(file ${source} NAME)
    set(output ${destination}/${file}.${extension})
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${RETROSHADE_EXECUTABLE} --target ${arg_TARGET} -mfmt=${arg_FORMAT} ${arg_FLAGS}
              -MD -MF ${output}.d -MT ${output} -o ${output} ${input}
      DEPENDS ${input} ${RETROSHADE_EXECUTABLE}
      DEPFILE ${output}.d
      COMMENT "retroshade ${source} for ${arg_TARGET}"
      VERBATIM)
    list(APPEND outputs ${output})
  endforeach()
  add_custom_target(${name} ALL DEPENDS ${outputs})
  set_property(TARGET ${name} PROPERTY RETROSHADE_OUTPUTS ${outputs})
endfunction()
