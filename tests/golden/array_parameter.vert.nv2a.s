; attribute vec4 p: v13
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mov r0.xyz, c[58] + lit r1.y, v13.x
arl a0, r1.y
mul r0.xyz, c[A0+96], r0 + rcc r1.x, c[A0+96].w
mad oPos.xyz, r0, r1.x, c[59]
mov oPos.w, c[A0+96]
