; attribute vec4 aPosition: v0
; attribute vec2 aTexCoord: v9
; output vec2 vTexCoord: oT0
; output float vLight: oT1
; output vec4 gl_Position: oPos
; uniform mat4 uMatrix: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c100: 0.25, 0.75, 0.0, 0.0
mul r0, c[96], v0.x
mad r0, c[97], v0.y, r0
mad r0, c[98], v0.z, r0
mad r0.xyz, c[99], v0.w, r0 + mad oPos.w, c[99], v0.w, r0
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
mad oT1.x, c[100], v0.y, c[100].y
mov oT0.xy, v9
