; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c97: 0.0, 7.0, 3.0, 0.0
mov r0.xy, c[96].xz + lit r1.y, v13.x
max r0.xy, r0, c[97].x
mad r0.w, r0.y, r0.y, c[97].y
mul r0.w, r0.y, -c[97].z + rsq r1.x, r0.w
slt r2.x, v13, -c[97]
mul r0.w, r2.x, r0
mul r2.x, r1, v13.y
sge r2.y, v13.x, -c[97].x
mad oPos.w, r2.y, r2.x, r0
add r0.z, r1.y, v13
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
