#version 100
#define SQUARE(a) ((a) * (a))
#define JOIN(a, b) SQUARE(a) + \
    SQUARE(b)
#define EMPTY
#ifdef GL_ES
#if defined(EMPTY) && (__VERSION__ >= 100 || !defined X) // comment
precision highp float; /* and
another */ 
#elif 1 + 2 * 3 == 7
#error unreachable
#else
#undef SQUARE
#endif
#endif
#pragma STDGL invariant(all)
#extension GL_OES_standard_derivatives : enable
#line 7 1
void main() { gl_FragColor = vec4(JOIN(1.0, __LINE__.0) EMPTY); }
