; attribute vec4 a: v13
; output vec4 v: oD0
; output vec4 gl_Position: oPos
; uniform float k: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c97: 0.25, 4.5, 0.0, 0.0
mul r0.xy, v13.xz, c[96].x + rcc r1.x, v13.w
mul r0.z, v13.x, c[97].x + mov oPos.w, v13
mul r0.yw, v13.xxxy, r0.yyyx
mul r0.z, r0, c[96].x
mul r0.y, c[96].x, r0.wy + mul oD0.x, c[96].x, r0.wy
mul r0.z, r0, c[97].y
mul r2.xyz, v13, c[58]
mad oPos.xyz, r2, r1.x, c[59]
mul oD0.y, r0, v13
mul oD0.z, r0.x, c[96].x
mul oD0.w, r0.z, c[96].x
