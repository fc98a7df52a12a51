; attribute vec4 at: v13
; output vec4 gl_Position: oPos
; uniform float u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c108: 0.0, 100.0, 2.0, 0.0
slt r0, v13, -c[108].x + expp r1.y, v13.y
mov r2.w, r1.y + expp r1.y, v13.z
mov r2.z, r1.y + expp r1.y, v13.w
expp r2.y, v13.x
mov r2.x, r1.y
add r3, v13, -r2.ywzx
slt r2, c[108].x, r2.ywzx
mad r0, r0, r2, r3
add r0.y, c[108], -r0
mul r0.z, r0, c[108]
arl a0, -r0.w
mov oPos.w, c[A0+107].x + rcc r1.x, c[A0+107].x
arl a0, r0
mov r2.x, c[A0+94]
arl a0, r0.y
mov r2.y, c[A0+96].x
arl a0, r0.z
mov r2.z, c[A0+186].x
mul r0.xyz, r2, c[58]
mad oPos.xyz, r0, r1.x, c[59]
