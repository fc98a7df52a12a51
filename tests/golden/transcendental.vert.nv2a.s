; attribute vec4 aIn: v13
; output vec4 vColor: oD0
; output vec4 vDummy: oD1
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c96: 0.12345148, 0.4582708, -0.026457446, -0.27953812
; constant c97: 0.00186713, 0.009017031, 0.055799913, 0.24016444
; constant c98: 0.15915494, 0.25, 70.99343, 81.34077
; constant c99: 0.0208451, 0.08515632, 0.18015927, -0.08515632
; constant c100: 1.4425532, -0.7182819, 0.6931513, 1.0
; constant c101: 0.0254378, 0.0826909, 1.0, 2.0
; constant c102: 0.5, 41.337143, 6.283164, 8.6736174e-19
; constant c103: 0.33030477, 0.9998663, 1.5707964, 0.0
; constant c104: 1.442695, 0.6931472, 0.21460181, 3.1415927
mul r0.xy, v13.yz, c[98].x + logp r1.xy, v13.y
max r2.xyz, v13.zxw, -v13.zxw + rsq r1.w, v13.y
max r2.w, r2.x, c[100] + rsq r1.z, v13.x
mul r2.w, v13.yyyx, r1.wwwz + mul oD0.y, v13.yyyx, r1.wwwz + rcp r1.z, r2.w
min r0.z, r2.y, r2 + rsq r1.w, v13.x
mul oD1.w, r1, r2
expp r3.y, r0.x
add r2.w, r1.y, -c[100]
min r3.x, r2, c[100].w + expp r1.y, r0.y
mul r3.x, r3, r1.z + mov r1.z, c[99].x
mov r3.z, r1.y
add r0.xy, r3.yz, -c[102].x
max r0.xy, r0, -r0
add r0.xy, r0, -c[98].y
mad r3.yz, v13.zzx, c[98].x, -c[98].y
mul r3.w, r3.x, r3.x + expp r1.y, r3.y
expp r4.y, r3.z
mad r1.w, c[99].x, r3, -c[99].y
mov r4.z, r1.y
add r4.xy, r4.yz, -c[102].x
max r4.xy, r4, -r4
add r4.xy, r4, -c[98].y
mul r4.zw, r4.yyyx, r4.yyyx
slt r0.w, c[100], r2.x
logp r5.xy, v13.w
add r2.x, r5.y, -c[100].w
mul r5.yz, r0.yyx, r0.yyx
mad r6.xy, -c[98].z, r5.zy, c[98].w
mad r6.xy, r6, r5.zy, -c[102].y
mad r5.yz, r6.yyx, r5, c[102].z
mul r0.xy, r5.zy, r0
max r0.y, r2, r2.z + rcp r1.y, r0.y
max r0.y, r0, c[102].w
rcp r0.y, r0.y
mul r3.z, r0, r0.y
slt r2.z, r2, r2.y
slt r0.yz, c[103].w, v13.xxz
mad r5.y, -c[101].x, r2, c[101]
mad r5.y, r5, r2, -c[104].z
mad r5.y, r5, r2, c[103].z
add r2.y, c[100].w, -r2
mul r5.z, r2.w, r2.w
mul r5.w, r2.x, r2.x
mul r3.y, r3.z, r3.z
mad r6.xy, r3.wy, r1.wz, c[99].zw
mul r6.z, v13.y, c[104].x + rsq r1.z, r2.y
mul r2.y, r2, r1.z
mad r2.y, -r2, r5, c[103].z
expp r7.xy, r6.z
mad r5.y, r6, r3, c[99].z
mad r5.y, r5, r3, -c[103].x
mad r3.y, r5, r3, c[103]
mad r5.y, r6.x, r3.w, -c[103].x
mad r3.w, r5.y, r3, c[103].y
mad r5.y, -r3.x, r3.w, c[103].z
mad r5.y, -r3.x, r3.w, r5
mul r3.x, r3, r3.w
mad r0.w, r0, r5.y, r3.x
mad r5.y, -r3.z, r3, c[103].z
mad r5.y, -r3.z, r3, r5
mul r7.z, r3, r3.y
mad r2.z, r2, r5.y, r7
mad r7.zw, -c[98].z, r4, c[98].w
mad r7.zw, r7, r4, -c[102].y
mad r4.zw, r7, r4, c[102].z
mul r3.xy, r4.wz, r4
mul r3.y, r3, r1
mov r3.w, r3.y
mad r7.zw, r5.z, c[96].zzzx, c[96].wwwy
mad r5.yz, r7.zzw, r5.z, c[100].yyx
mad r3.y, r5, r2.w, r5.z
mad r2.w, r3.y, r2, r1.x
mul r2.w, r2, v13
mul r2.w, r7.y, r7.y + expp r1.xy, r2.w
mad r5.yz, r2.w, c[97].xxy, c[97].zzw
mad r5.yz, r5, r2.w, c[100].zzw
mad r2.w, r5.y, r7.y, r5.z
mul oD0.z, r2.w, r7.x
add r2.w, c[104], -r2.z
add r2.w, r2, -r2.z
mov r3.z, r0.x
mul r3.xyz, r3.xzw, c[58]
slt r4.xyz, v13.zxw, -c[103].w
mad r0.x, r4.z, r2.w, r2.z
add r0.yz, r0, -r4.yyx
mul oPos.w, r0, r0.z
mul r3.w, r1.y, r1.y + rcc r1.z, r12.w
mad oPos.xyz, r3, r1.z, c[59]
mad r0.z, r4.y, -c[101].w, c[101]
mul oD1.z, r0.x, r0
mad r2.zw, r3.w, c[97].xxxy, c[97]
mad r2.zw, r2, r3.w, c[100]
mad r2.z, r2, r1.y, r2.w
mul oD0.x, r2.z, r1
mad oD1.y, -r2, r0, c[103].z
mul oD1.x, r2.y, r0.y
mad r5.yz, r5.w, c[96].zzx, c[96].wwy
mad r2.yz, r5, r5.w, c[100].yyx
mad r2.y, r2, r2.x, r2.z
mad r0.x, r2.y, r2, r5
mul oD0.w, r0.x, c[104].y
