; attribute vec4 aPosition: v0
; attribute vec3 aColor: v3
; output vec4 vColor: oD0
; output vec4 gl_Position: oPos
; uniform mat4 uMatrix: c96
; uniform vec4 uTurn: c100
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c101: 0.25, 1.0, 0.0, 0.0
mul r0.xy, v0.y, c[100].zw + lit oD0.w, v0
mad r0.xy, v0.x, c[100], r0
mul r2, c[96], r0.x
mul r0.x, v0.y, v0.y
mad r2, c[97], r0.y, r2
mad r0.x, v0, v0, r0
mad r2, c[98], v0.z, r2
mad r2.xyz, c[99], v0.w, r2 + mad oPos.w, c[99], v0.w, r2
mul r0.yzw, r2.yyzx, c[58].yyzx + rsq r1.x, r0.x
mul r0.x, r0, r1 + rcc r1.x, r12.w
mad oPos.xyz, r0.wyz, r1.x, c[59]
mad r0.x, -c[101], r0, c[101].y
mul oD0.xyz, v3, r0.x
