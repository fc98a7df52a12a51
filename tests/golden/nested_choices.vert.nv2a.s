; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform bool b: c96
; uniform vec2 u: c97
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c98: 1.0, 0.0, 0.0, 0.0
dph r0.x, c[98].x, v13.wyzx + mov r1.x, c[98]
slt r0.y, c[97], r1.x + mov r1.y, r0.x
add r0.x, c[98], -r0
mul r0.x, r0.y, r0
sge r0.y, r1.x, c[97].x
slt r0.z, r1.x, c[97].x
mul r0.y, r0, r0.x + mov r1.z, -r0
add r0.x, -c[98], r0.z
mad r0.xy, c[96].x, r0, r1.zy
mad r0.x, c[96], r0, r1
mad r0.z, v13.w, r0.x, c[98].x
mad r0.x, c[97].y, r0, r0.z
add oPos.w, r0.x, r0.y
mul r0.xyz, r12.w, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
