; attribute vec4 a: v13
; attribute float k: v14
; output vec4 color: oD0
; output vec4 gl_Position: oPos
; uniform mat4 u: c96
; uniform mat3 uThree: c100
; uniform mat2 uTwo: c106
; uniform mat3 uTurns[0].m: c108
; uniform mat3 uTurns[1].m: c111
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c114: 1.0, 2.0, 0.0, 3.0
; constant c115: 256.0, 64.0, 1024.0, 0.0
slt r0.x, v14, -c[114].z + expp r1.y, v14.x
slt r0.y, c[114].z, r1 + mov oD0.w, c[114].z
add r0.z, v14.x, -r1.y
mad r0.x, r0, r0.y, r0.z
min r0.y, r0.x, c[114].x
mul r2, c[96], v13.x
mad r2, c[97], v13.y, r2
mul r0.z, r0.y, c[114].w
sge r3, r0.x, c[114].xyxy
sge r4.xyz, c[114].xxy, r0.x + mov r1.z, r3.y
min r3.xyz, r3.xzw, r4
mul r4.xyz, c[103], v13.x + mov r1.y, r3.x
mad r2, c[98], v13.z, r2
slt r1.x, r0, c[114]
arl a0, r0.z
mad r2, c[99], v13.w, r2
mad r4.xyz, c[104], v13.y, r4
mul r3.xw, c[106].xxxy, v13.x
mul r5.xyz, c[A0+108], v13.x
sge r6.x, r0, c[114].w
mad r4.xyz, c[105], v13.z, r4
mad r5.xyz, c[A0+109], v13.y, r5
mad r3.xw, c[107].xxxy, v13.y, r3
dp3 r7.z, v13, c[100]
mov r6.zw, r3.yyyz
mov r6.y, r1.x
mad r5.xyz, c[A0+110], v13.z, r5
arl a0, r0
dp4 r7.y, c[A0+96], r6.yzwx
add r2, r2, c[A0+96]
dp3 r7.x, c[A0+100], r1
add r4.xyz, r4, c[A0+103]
dp3 r5.w, c[A0+111], r1 + mov r1.z, r4
add r5.xyz, r5, r5.w
mov r7.w, c[A0+96].y
arl a0, r0.y
mad r2.xyz, r7.wxyz, c[115].x, r2 + mad oPos.w, r7.wxyz, c[115].x, r2
mul r0.xzw, r2.xxzy, c[58].xxzy + rcc r1.w, r12.w
add r4.zw, r3.wwwx, c[A0+106].yyyx
mad r1.xy, r4.wz, c[115].y, r4
mad oD0.xyz, r5, c[115].z, r1
mad oPos.xyz, r0.xwz, r1.w, c[59]
