; attribute float at: v13
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c99: 0.0, 1.0, 0.0, 0.0
slt r0.x, v13, -c[99] + expp r1.y, v13.x
add r0.y, v13.x, -r1 + lit oPos.w, -r1
slt r0.z, c[99].x, r1.y
mad r0.x, r0, r0.z, r0.y
arl a0, r0 + mov r1.xyz, c[58]
mov r0.yz, c[A0+96].xxy
mad oPos.xyz, r0.yzx, r1, c[59]
