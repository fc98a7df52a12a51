; attribute float at: v13
; output vec4 gl_Position: oPos
; uniform vec4 u: c96
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c102: 0.0, 2.0, 0.0, 0.0
slt r0.x, v13, -c[102] + expp r1.y, v13.x
slt r0.y, c[102].x, r1 + rcc r1.x, c[102].x
add r0.z, v13.x, -r1.y
mad r0.x, r0, r0.y, r0.z
mul r0.y, c[102], r0.x + mov oPos.w, c[102].x
arl a0, r0 + mov oPos.z, c[59]
mov r0.x, c[A0+101]
arl a0, r0.y
mov r0.z, c[A0+98].y
mul r0.xy, r0.xz, c[58]
mad oPos.xy, r0, r1.x, c[59]
