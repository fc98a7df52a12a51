; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c97: 3.0, -3.0, 0.0, 7.0
mov r0.xy, c[96].xz + lit r1.y, v13.x
max r0.xy, r0, c[97].z
mad r0.w, r0.y, r0.y, c[97]
mul r2.xy, r0.y, c[97] + rsq r1.x, r0.w
mad r0.w, r1.x, v13.y, r2.x
sge r2.x, v13, -c[97].z
mad oPos.w, r2.x, r0, r2.y
add r0.z, r1.y, v13
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
