; attribute vec2 aBone: v13
; output vec4 vColor: oD0
; output vec4 gl_Position: oPos
; uniform vec4 uRows: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c101: 0.0, 0.0, 0.0, 0.0
max r0.xy, v13, c[101].x
arl a0, r0
mov r2, c[A0+96]
add r2.xyz, r2, c[A0+97] + add oPos.w, r2, c[A0+97]
mul r0.xzw, r2.xxzy, c[58].xxzy + rcc r1.x, r12.w
mad oPos.xyz, r0.xwz, r1.x, c[59]
arl a0, r0.y
mov r2, c[A0+96]
add oD0, r2, c[A0+97]
