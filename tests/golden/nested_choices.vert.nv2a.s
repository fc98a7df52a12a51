; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform bool b: c96
; uniform vec2 u: c97
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c98: 1.0, 0.0, 0.0, 0.0
add r0.x, c[97].y, v13.w
add r0.y, c[98].x, r0.x
mov r0.zw, c[97].yyyx
sge r2.x, c[98], r0.w
mad r2.yw, -c[96].x, r0.yyyx, r0.y
slt r0.x, r0.z, c[98]
slt r0.y, c[98].x, r0.w
mul r0.z, c[96].x, r2.x
dph r2.z, c[98].x, v13.wyzx
mad r2.xzw, -r0.xxzy, r2.zzzw, r2.zzzw
add r2.xw, r0.xxxy, r2
mad r2.x, r0.z, r2, r2.z
mad r2.y, c[96].x, r2.w, r2
add oPos.w, r2.y, r2.x
mul r0.xyz, r12.w, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
