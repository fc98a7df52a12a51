; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform bool b: c96
; uniform vec2 u: c97
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c98: 1.0, 0.0, 0.0, 0.0
dph r0.y, c[98].x, v13.wyzx + mov r1.x, c[98]
sge r0.z, r1.x, c[97].x + mov r1.z, c[97].x
add r0.w, r1.x, -c[96].x
mul r0.z, c[96].x, r0
add r2.x, c[97].y, v13.w
mad r0.x, r0.w, r2, c[98].xxzw + mov r1.y, c[98].xxzw
add r0.w, r2.x, c[98].x + mov r1.x, c[98].x
mad r0.w, -c[96].x, r0, r0
mad r2.x, -r0.z, r0.y, r0.y
mov r1.w, c[97].y
slt r2.yz, r1.wwx, r1
mad r0.xy, r0.yx, -r2.yz, r0.yx
add r0.xy, r2.yz, r0
mad r0.x, r0.z, r0, r2
mad r0.y, c[96].x, r0, r0.w
add oPos.w, r0.x, r0.y
mul r0.xyz, r12.w, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
