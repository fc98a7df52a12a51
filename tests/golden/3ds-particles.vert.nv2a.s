; attribute vec4 aPosition: v0
; attribute vec4 aLook: v13
; output vec4 vLook: oD0
; output mat4 vSpread: oT0
; output vec4 gl_Position: oPos
; uniform mat4 modelViewProjection: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c100: 0.0, 1.0, 0.0, 0.0
mul r0, c[96], v0.x
mad r0, c[97], v0.y, r0
mad r0, c[98], v0.z, r0
mad r0.xyz, c[99], v0.w, r0 + mad oPos.w, c[99], v0.w, r0
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
mul oT0, c[96], v13.w
mul oT1, c[97], v13.w
mul oT2, c[98], v13.w
mul oT3, c[99], v13.w
mad oD0, v13.xyxz, c[100].yyxy, c[100].x
