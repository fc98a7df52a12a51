; attribute vec4 aAt: v13
; output vec4 vTint: oD0
; output vec4 gl_Position: oPos
; uniform vec4 uScale: c96
; uniform vec4 uTint: c97
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c98: 0.0, 0.0, 0.0, 0.0
mul r0, v13, c[96]
slt r2.x, c[98], v13
mul r3, r0, c[96]
mad r4, -r2.x, r0, r0
mad r3.xyz, r2.x, r3, r4 + mad oPos.w, r2.x, r3, r4
mul r0, r0, c[97] + rcc r1.x, r12.w
mad r0, -r2.x, r0, r0
mul r2.yzw, r3.yyzx, c[58].yyzx
add r3, v13, c[97]
mad oD0, r2.x, r3, r0
mad oPos.xyz, r2.wyz, r1.x, c[59]
