; attribute vec4 a: v13
; output vec4 v: oD0
; output vec4 gl_Position: oPos
; uniform float k: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c97: 1.125, 0.0, 0.0, 0.0
mul r0.xy, v13.xz, c[96].x + rcc r1.x, v13.w
mul r0.zw, r0.xxxy, v13.yyyx + mov oPos.w, v13
mul r0.yw, c[96].x, r0.zxxw + mul oD0.xz, c[96].x, r0.zxxw
mul r2.xyz, v13, c[58]
mad oPos.xyz, r2, r1.x, c[59]
mul oD0.y, v13, r0.w
mul oD0.w, c[97].x, r0.y
