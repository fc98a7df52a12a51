; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform bool b: c96
; uniform vec2 u: c97
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c98: 1.0, 0.0, 0.0, 0.0
dph r0.x, c[98].x, v13.wyzx + mov r1.x, c[98]
slt r0.y, r1.x, c[97].x
add r0.z, -c[98].x, r0.y
mad r0.y, c[96].x, r0.z, -r0
slt r0.z, c[97].y, r1.x
add r0.w, c[98].x, -r0.x
mul r0.z, r0, r0.w
mad r0.y, c[96].x, r0, r1.x
sge r0.w, r1.x, c[97].x
mul r0.z, c[96].x, r0
mad r2.x, v13.w, r0.y, c[98]
mad r0.x, r0.w, r0.z, r0
mad r0.y, c[97], r0, r2.x
add oPos.w, r0.y, r0.x
mul r0.xyz, r12.w, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
