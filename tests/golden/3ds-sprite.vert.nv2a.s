; attribute vec4 aPosition: v0
; attribute float aRadius: v13
; attribute vec4 aColor: v3
; output vec2 vRadius: oT0
; output vec4 vColor: oD0
; output vec4 gl_Position: oPos
; uniform mat4 modelView: c96
; uniform mat4 projection: c100
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mul r0, c[96], v0.x
mad r0, c[97], v0.y, r0
mad r0, c[98], v0.z, r0
mad r0, c[99], v0.w, r0
mul r2, c[100], r0.x + mov r1.x, c[100]
mad r2, c[101], r0.y, r2
mad r2, c[102], r0.z, r2
mad r0.xyz, c[103], r0.w, r2 + mad oPos.w, c[103], r0.w, r2
mul r0.xyz, r0, c[58] + rcc r1.z, r12.w
mov oD0, v3 + mov r1.y, c[101]
mad oPos.xyz, r0, r1.z, c[59]
mul oT0.xy, v13.x, r1
