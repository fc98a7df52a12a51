; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c96: 1.0, 2.0, 0.0, 0.0
min r0.xy, v13.yw, -v13.xz
max r0.zw, -v13.yyyx, -c[96].yyyx
min r2.x, v13, -c[96].z
add r0.x, r0, c[96].z
add r0.w, r0, c[96].z
add r2.x, r2, c[96].z
add r0.z, r0, c[96]
slt r0.y, r0.z, r0
slt r0.x, r0, v13.y
slt r0.z, r0.w, v13.x
slt r0.w, r2.x, v13.z
add r2.x, c[96].y, -r0
add r2.y, c[96], -r0.z
add r2.z, c[96].y, -r0.w
add oPos.w, c[96].y, -r0.y
mul r0.xyz, r2, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
