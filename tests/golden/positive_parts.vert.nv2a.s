; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c97: 0.0, 7.0, 3.0, 0.0
mov r0.xy, c[96].xz + lit r1.y, v13.x
max r0.xy, r0, c[97].x
mad r0.w, r0.y, r0.y, c[97].y
sge r0.w, v13.x, -c[97].x + rsq r1.x, r0.w
mul r2.x, r0.y, -c[97].z
mul r2.y, r1.x, v13
mad r2.x, -r0.w, r2, r2
mad oPos.w, r0, r2.y, r2.x
add r0.z, r1.y, v13
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
