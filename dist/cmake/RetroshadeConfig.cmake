# The C library: find_package(Retroshade), then target_link_libraries(emulator Retroshade::Retroshade).
# Found where dist/pkg-config/install put it; with -DRetroshade_STATIC=ON the static library is taken.

get_filename_component(_retroshade_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(Retroshade_STATIC)
    set(_retroshade_names libretroshade_c.a retroshade_c.lib)
else()
    set(_retroshade_names retroshade_c)
endif()
find_library(Retroshade_LIBRARY NAMES ${_retroshade_names} PATHS "${_retroshade_prefix}/lib" NO_DEFAULT_PATH)
find_path(Retroshade_INCLUDE_DIR retroshade.h PATHS "${_retroshade_prefix}/include" NO_DEFAULT_PATH)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Retroshade DEFAULT_MSG Retroshade_LIBRARY Retroshade_INCLUDE_DIR)
if(Retroshade_FOUND AND NOT TARGET Retroshade::Retroshade)
    add_library(Retroshade::Retroshade UNKNOWN IMPORTED)
    set_target_properties(Retroshade::Retroshade PROPERTIES
        IMPORTED_LOCATION "${Retroshade_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Retroshade_INCLUDE_DIR}")
    if(Retroshade_STATIC AND UNIX)
        target_link_libraries(Retroshade::Retroshade INTERFACE pthread dl m)
    endif()
endif()
