; attribute vec4 aPosition: v0
; output vec4 vColor: oD0
; output vec4 vDummy: oD1
; output vec4 gl_Position: oPos
; uniform mat4 uM: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mul r0, c[96], v0.x
mad r0, c[97], v0.y, r0
mad r0, c[98], v0.z, r0
mad r0.xyz, c[99], v0.w, r0 + mad oPos.w, c[99], v0.w, r0
mul r2, c[96], r0.x + rcc r1.x, r12.w
mad r2, c[97], r0.y, r2
mad r2, c[98], r0.z, r2
mul r0.xyz, r0, c[58]
mad oD1, c[99], r12.w, r2
mad oPos.xyz, r0, r1.x, c[59]
dp4 oD0.x, v0, c[96]
dp4 oD0.y, v0, c[97]
dp4 oD0.z, v0, c[98]
dp4 oD0.w, v0, c[99]
