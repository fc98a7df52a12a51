; attribute float at: v13
; output vec4 gl_Position: oPos
; uniform vec2 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c100: 0.0, 2.0, 1.0, 0.0
mov r0.xy, c[58] + lit r1.y, v13.x
expp r2.y, r1.y
add r0.z, r1.y, -r2.y + lit oPos.w, -r2.y
mul r0.z, c[100].y, r0
arl a0, r0.z + mov oPos.z, c[59]
mov r2.x, c[A0+96]
mov r2.y, c[A0+97]
mad oPos.xy, r2, r0, c[59]
