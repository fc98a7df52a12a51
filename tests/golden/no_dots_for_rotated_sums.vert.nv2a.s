; attribute vec4 a: v13
; attribute vec4 b: v14
; output vec4 vSums: oD0
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c96: 2.0, 0.0, 0.0, 0.0
mul r0.xyz, v14, c[96].x + mul oPos.w, v14, c[96].x
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
add r2, v13, v13.yzwx
add oD0, v13.zwxy, r2
mad oPos.xyz, r0, r1.x, c[59]
