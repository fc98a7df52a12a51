; attribute vec2 at: v13
; output vec4 dummy: oD0
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c100: 0.0, 4.0, 2.0, 7.0
slt r0.xy, v13, -c[100].x + expp r1.y, v13.y
mov r0.z, c[100] + mov r1.z, r1.y
expp r1.y, v13.x
add r2.xy, v13, -r1.yz
slt r2.zw, c[100].x, r1.zzzy
mad r0.xy, r0, r2.wz, r2
sge r2.xy, r0, -c[100].x
slt r2.zw, r0.yyyx, c[100].y
mul r2.xy, r2, r2.wz
arl a0, r0
mul r3, c[A0+96], r0.z
mad r2.z, -r2.x, c[100].w, c[100].w
mad r3.xyz, r2.x, r3, r2.z + mad oPos.w, r2.x, r3, r2.z
mul r0.xzw, r3.xxzy, c[58].xxzy + rcc r1.x, r12.w
arl a0, r0.y
mad oPos.xyz, r0.xwz, r1.x, c[59]
mul oD0, r2.y, c[A0+96]
