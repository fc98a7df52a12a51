# Shaders in a CMake project.
#
#   list(APPEND CMAKE_MODULE_PATH …/dist/cmake)
#   include(Retroshade)
#   retroshade_add_shaders(game_shaders TARGET 3ds SOURCES shaders/sky.vert PAIRS shaders/cube.vert shaders/cube.frag)
#   add_dependencies(game game_shaders)
#
# retroshade_add_shaders(NAME
#     TARGET 3ds|xbox|mali400|flash|…      the machine, as `retroshade targets` lists them
#     [SOURCES FILE…]                      compiled each by itself; relative to the current source folder
#     [PAIRS VERTEX FRAGMENT …]            linked two by two, so that they agree on their varyings
#     [FORMAT bin|h|c|inl|rust|num]        -mfmt; bin by default
#     [DESTINATION DIR]                    folder of the outputs; the current binary folder by default
#     [FLAGS FLAG…])                       more flags, such as -DLIGHTS=2
#
# makes a custom target NAME that builds the programs, and sets its property RETROSHADE_OUTPUTS to their list.
# For one output the property DKP_FILE names it too, so that devkitPro's dkp_add_embedded_binary_library(game NAME) takes it.
# Edits of included files are noticed. `cube.vert` becomes `cube.vert.shbin` for the 3DS, `cube.frag`, which is a set-up of
# combiners there, `cube.frag.tev`.

include_guard(GLOBAL)
include(CMakeParseArguments)

find_program(RETROSHADE_EXECUTABLE retroshade DOC "The compiler of shaders for retro GPUs")

# What the name of a source's output ends with.
function(_retroshade_extension result target format source)
  if(format STREQUAL "rust")
    set(extension rs)
  elseif(NOT format STREQUAL "bin")
    set(extension ${format})
  else()
    set(fragment FALSE)
    if(source MATCHES "\\.(frag|fs|fsh|glslf)$")
      set(fragment TRUE)
    endif()
    if(target MATCHES "^(3ds|pica|pica200)$")
      set(extension shbin)
      if(fragment)
        set(extension tev)
      endif()
    elseif(target MATCHES "^(xbox|nv2a)$")
      set(extension nv2a)
      if(fragment)
        set(extension rc)
      endif()
    elseif(target MATCHES "^(mali|mali400|lima)$")
      set(extension mbs)
    else()
      set(extension agal)
    endif()
  endif()
  set(${result} ${extension} PARENT_SCOPE)
endfunction()

function(retroshade_add_shaders name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET;FORMAT;DESTINATION" "SOURCES;PAIRS;FLAGS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "retroshade_add_shaders: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TARGET OR NOT (arg_SOURCES OR arg_PAIRS))
    message(FATAL_ERROR "retroshade_add_shaders: TARGET and SOURCES or PAIRS are needed")
  endif()
  list(LENGTH arg_PAIRS halves)
  math(EXPR odd "${halves} % 2")
  if(odd)
    message(FATAL_ERROR "retroshade_add_shaders: PAIRS takes a vertex and a fragment shader each")
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

  set(outputs)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(input ${source} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(file ${source} NAME)
    _retroshade_extension(extension ${arg_TARGET} ${arg_FORMAT} ${file})
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
  while(arg_PAIRS)
    list(POP_FRONT arg_PAIRS vertex fragment)
    get_filename_component(vertex_input ${vertex} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(fragment_input ${fragment} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(stem ${vertex} NAME_WE)
    _retroshade_extension(vertex_extension ${arg_TARGET} ${arg_FORMAT} a.vert)
    _retroshade_extension(fragment_extension ${arg_TARGET} ${arg_FORMAT} a.frag)
    set(both ${destination}/${stem}.vert.${vertex_extension} ${destination}/${stem}.frag.${fragment_extension})
    list(GET both 0 first)
    add_custom_command(
      OUTPUT ${both}
      COMMAND ${RETROSHADE_EXECUTABLE} link --target ${arg_TARGET} -mfmt=${arg_FORMAT} ${arg_FLAGS}
              -MD -MF ${first}.d -MT ${first} -o ${destination}/${stem}
              -fshader-stage=vertex ${vertex_input} -fshader-stage=fragment ${fragment_input}
      DEPENDS ${vertex_input} ${fragment_input} ${RETROSHADE_EXECUTABLE}
      DEPFILE ${first}.d
      COMMENT "retroshade ${vertex} and ${fragment} for ${arg_TARGET}"
      VERBATIM)
    list(APPEND outputs ${both})
  endwhile()
  add_custom_target(${name} ALL DEPENDS ${outputs})
  set_property(TARGET ${name} PROPERTY RETROSHADE_OUTPUTS ${outputs})
  # devkitPro's dkp_add_embedded_binary_library and its kin take the file of a target from this property.
  list(LENGTH outputs count)
  if(count EQUAL 1)
    set_property(TARGET ${name} PROPERTY DKP_FILE ${outputs})
  endif()
endfunction()
