; attribute vec4 POSITION: v0
; attribute vec3 COLOR0: v3
; output vec4 gl_Position: oPos
; output vec4 COLOR0: oD0
; uniform mat4 uMatrix: c96
; uniform vec4 uTurn: c100
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c101: 0.25, 1.0, 0.0, 0.0
mul r0.xy, v0.y, c[100].zw + mov r1.xy, c[100]
mul r0.z, v0.y, v0.y + mov r1.z, v0.x
mad r0.xyz, v0.x, r1, r0 + lit oD0.w, r0
mul r2, c[96], r0.x + rsq r1.x, r0.z
mad r2, c[97], r0.y, r2
mad r2, c[98], v0.z, r2
mad r2.xyz, c[99], v0.w, r2 + mad oPos.w, c[99], v0.w, r2
mul r2.w, r0.z, r1.x + rcp r1.x, r12.w
mul r2.xyz, r2, r1.x + rcc r1.x, r12.w
mul r2.xyz, r2, c[58]
mad r2.w, -c[101].x, r2, c[101].y
mad oPos.xyz, r2, r1.x, c[59]
mul oD0.xyz, v3, r2.w
