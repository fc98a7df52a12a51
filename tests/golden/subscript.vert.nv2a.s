; attribute vec3 at: v13
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c99: 0.0, 0.0, 0.0, 0.0
max r0.xyz, v13, c[99].x
arl a0, r0
mov r2, c[A0+96]
arl a0, r0.y
add r2, r2, c[A0+96]
arl a0, r0.z
add r0.xyz, r2, c[A0+96] + add oPos.w, r2, c[A0+96]
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
