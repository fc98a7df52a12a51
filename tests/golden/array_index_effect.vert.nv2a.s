; attribute vec4 p: v13
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c100: 0.0, 0.0, 0.0, 0.0
max r0.x, v13, c[100]
arl a0, r0
mov r2, c[A0+96]
add r2, r2, c[A0+97]
add r0.xyz, r2, c[A0+98] + add oPos.w, r2, c[A0+98]
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
