; attribute vec4 a: v13
; attribute float k: v14
; output vec4 color: oD0
; output vec4 gl_Position: oPos
; uniform mat2x3 A: c96
; uniform mat3x2 B: c98
; uniform mat4 Block.m: c101
; uniform mat2 Block.turns: c105
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c109: 1.0, 2.0, 3.0, -16384.0
; constant c110: 1.0, 2.0, 3.0, 16384.0
; constant c111: 0.0, 256.0, 64.0, 2048.0
slt r0.x, v14, -c[111] + expp r1.y, v14.x
mul r0.yz, c[98].yyx, v13.x + mov r1.x, c[98]
add r0.w, v14.x, -r1.y
slt r2.x, c[111], r1.y
mad r0.x, r0, r2, r0.w
mul r2, c[101], v13.x
mad r2, c[102], v13.y, r2
sge r3, r0.x, c[109].wxyz
sge r4, r0.x, c[110]
add r3, r3, -r4
mul r0.w, r0.x, c[109].y
arl a0, r0.w + mov r1.w, c[99].x
mad r2, c[103], v13.z, r2
mad r2, c[104], v13.w, r2
dp4 r4.x, c[101], r3
dp4 r4.y, c[102], r3
dp4 r4.z, c[103], r3
dp4 r4.w, c[104], r3
add r2, r2, r4
mul r3.xy, c[A0+105], v13.x
mad r0.yz, c[99].yyx, v13.y, r0
mad r3.xy, c[A0+106], v13.y, r3
arl a0, r0 + mov r1.z, c[100].x
mul r4.xyz, r1.xwz, v13.x + mov r1.x, c[98].y
dp4 r5.x, c[101], v13
dp4 r5.y, c[102], v13
dp4 r5.z, c[103], v13
dp4 r5.w, c[104], v13
add r2.xyz, r5, r2 + add oPos.w, r5, r2
mul r5.xyz, c[96], v13.x + rcc r1.w, r12.w
mov r6.z, r2 + mov r1.y, c[99]
mad r5.xyz, c[97], v13.y, r5
mad r2.zw, c[100].yyyx, v13.z, r0.yyyz
add r0.yz, r3.yyx, c[A0+107].yyx
mad r6.xy, r0.zy, c[111].y, r2
add r3.xyz, r5, c[A0+96]
add r0.zw, r2.wwwz, c[A0+99].xxxy
dp3 r0.x, v13, c[96]
dp3 r0.y, v13, c[97]
mul r2.xyz, r6, c[58]
mad oPos.xyz, r2, r1.w, c[59]
mov r1.z, c[100].y
mad r2.xyz, r1, v13.y, r4
mov r3.w, c[111].x
mad r0.xyz, r0, c[111].z, r3 + mad oD0.w, r0, c[111].z, r3
mad oD0.xyz, r2, c[111].w, r0
