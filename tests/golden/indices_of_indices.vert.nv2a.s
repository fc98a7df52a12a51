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
; constant c102: 3.0, 8.0, 0.0, 0.5
sge r0.x, v13, -c[102].z + lit oPos.w, v13
mad r0.y, -r0.x, v14, v14
add r0.x, r0.y, -r0
add r0.y, c[97].x, v14
mul r0.zw, r0.yyyx, c[102].w
mov r0.z, c[96].x + expp r1.y, r0.z
mul r2.x, r0.z, c[102].w + mov r1.z, r1.y
mov oPos.xz, c[59] + expp r1.y, r0.w
mad r0.x, r0.xxxy, c[102].w, -r1.yyyz + mad oD0.w, r0.xxxy, c[102].w, -r1.yyyz
max r0.x, r0, -c[102].y + expp r1.y, r2.x
mad r0.z, r0, c[102].w, -r1.y
max r0.y, r0.z, c[102].z
min r0.xy, r0, c[102].yx
add r0.x, r0, v13.z
max r0.x, r0, -c[102].y
min r0.x, r0, c[102].y
mul r0.w, r0.x, c[102]
arl a0, r0.y + expp r1.y, r0.w
mad r0.z, r0.x, c[102].w, -r1.y
max r0.xz, r0.zzx, c[102].z
min r0.xz, r0, c[102].x
mov oD0.x, c[A0+98]
arl a0, r0.z + mov r1.x, c[58].y
lit r0.y, c[A0+98]
min r0.y, r0, c[102].x
arl a0, r0
mad oPos.y, v13, r1.x, c[59]
mov oD0.y, c[A0+98].x
arl a0, r0.y
mov oD0.z, c[A0+98].x
