; attribute float a_index: v13
; attribute vec4 a_other: v14
; output vec4 v: oD0
; output float v_single: oT0
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c96: 0.5, 1.0, 2.0, 3.0
; constant c97: 1.0, 1.0, 1.0, 1.0
; constant c98: -4.0, 5.0, 0.25, 7.0
; constant c99: 8.0, 9.0, 10.0, 11.5
; constant c100: 7.0, 0.0, 0.0, 0.0
; constant c101: 11.0, 0.0, 0.0, 0.0
; constant c102: 13.0, 0.0, 0.0, 0.0
; constant c103: 17.0, 0.0, 0.0, 0.0
; constant c104: 0.0, 0.0, 0.0, 0.0
; constant c105: 0.0, 0.0, 0.0, 0.0
; constant c106: 0.0, 0.0, 0.0, 0.0
; constant c107: 0.0, 0.0, 0.0, 0.0
; constant c108: 0.0, 0.0, 0.0, 0.0
; constant c109: -8.5, 0.0, 0.0, 0.0
; constant c110: 3.0, 4.0, 0.0, 1.0
mov r0.xyz, c[58] + lit r1.y, v13.x
max r1.z, v14.x, c[110] + lit oPos.w, v14
min r2.xy, r1.yz, c[110]
arl a0, r2.y
add oPos.xyz, r0, c[59]
mov r2.z, c[A0+100].x
add oT0.x, r2.z, c[A0+105]
arl a0, r2
mov oD0, c[A0+96]
