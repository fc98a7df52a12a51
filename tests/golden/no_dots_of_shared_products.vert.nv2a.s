; attribute vec4 a: v13
; attribute vec4 b: v14
; output vec4 v: oD0
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mov r0, v13
mul r2, r0, v14 + mul oPos.w, r0, v14
mul r3.xyz, r2, c[58] + rcc r1.x, r12.w
mad r0.xy, r0, v14, r2.yzxw + mov oD0.zw, r2.yzxw
mad oD0.xy, r0.zw, v14.zw, r0
mad oPos.xyz, r3, r1.x, c[59]
