; attribute vec4 a: v13
; attribute vec2 b: v14
; output vec4 v: oD0
; output vec4 gl_Position: oPos
; uniform float u: c96
; uniform vec2 w: c97
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c98: 4.0, 0.0, 0.0, 0.0
; constant c99: 0.5, 0.0, 0.0, 0.0
; constant c100: -1.0, 0.0, 0.0, 0.0
; constant c101: 0.5, 0.0, 0.0, 0.0
; constant c102: 0.0, 0.5, 8.0, 3.0
sge r0.x, v13, -c[102] + lit oPos.w, v13
mad r0.y, -r0.x, v14, v14
add r0.x, r0.y, -r0
mul r0.y, r0.x, c[102]
mov r0.y, c[96].x + expp r1.y, r0.y
mad r0.x, r0, c[102].y, -r1.y
max r0.x, r0, -c[102].z
min r0.x, r0, c[102].z
add r0.x, r0, v13.z
max r0.x, r0, -c[102].z
min r0.x, r0, c[102].z
mul r0.z, r0.y, c[102].y + lit r1.y, r0.x
min r0.z, r1.y, c[102].w + expp r1.y, r0.z
arl a0, r0.z + mov oPos.xz, c[59]
mad r0.y, r0, c[102], -r1
mul r0.y, r0.x, c[102] + lit r1.y, r0.y
min r0.y, r1, c[102].w + expp r1.y, r0.y
mad r0.x, r0, c[102].y, -r1.y
add r0.w, c[97].x, v14.y
mul r0.x, r0.w, c[102].y + lit r1.y, r0.x
min r0.x, r1.y, c[102].w + expp r1.y, r0.x
mad oD0.w, r0, c[102].y, -r1.y
lit r2.y, c[A0+98]
arl a0, r0.y + mov r1.x, c[58].y
mad oPos.y, v13, r1.x, c[59]
min r0.z, r2.y, c[102].w
mov oD0.x, c[A0+98]
arl a0, r0
mov oD0.y, c[A0+98].x
arl a0, r0.z
mov oD0.z, c[A0+98].x
