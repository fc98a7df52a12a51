; attribute vec4 aIn: v13
; output vec4 vColor: oD0
; output vec4 vDummy: oD1
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c96: 0.18015927, 1.4425532, -0.08515632, -0.7182819
; constant c97: 0.00186713, 0.009017031, 0.055799913, 0.24016444
; constant c98: 0.12345148, 0.4582708, -0.026457446, -0.27953812
; constant c99: 0.0208451, 0.12345148, -0.026457446, 0.5
; constant c100: 0.4582708, -0.08515632, -0.27953812, 41.337143
; constant c101: 0.15915494, 0.25, 70.99343, 81.34077
; constant c102: 0.15915494, 1.442695, 0.18015927, -0.33030477
; constant c103: 0.6931513, 1.0, 3.1415927, 2.0
; constant c104: 0.0254378, 0.0826909, 6.283164, 8.6736174e-19
; constant c105: 0.9998663, 1.5707964, 0.0, 0.6931472
; constant c106: 0.21460181, 0.33030477, 0.0, 0.0
max r0.xyz, v13.zxw, -v13.zxw + logp r1.xy, v13.y
max r2.x, r0.y, r0.z + rsq r1.z, v13.x
max r2.x, r2, c[104].w
max r2.y, r0.x, c[103]
rcp r2.z, r2.y
rcp r2.y, r2.x
min r2.x, r0, c[103].y
min r2.w, r0.y, r0.z
mul r2.xy, r2.xw, r2.zy
add r2.z, r1.y, -c[103].y
mul r3.xyz, r2, r2
mov r4.xyz, c[99]
mad r4.xyz, r4, r3.xz, c[100].yxz
mov r4.w, c[99].x
mad r4, r3.xyz, r4.xwyz, c[96].xzyw
mad r3.zw, v13.zzzx, c[101].x, -c[101].y
mul r5.xyz, v13.yzy, c[102].xxy + expp r1.y, r3.z
mov r6.w, r1.y + expp r1.y, r5.x
mov r6.z, r1.y + expp r1.y, r5.y
mad r4.xy, r4, r3, c[102].wz
mad r3.z, r4.w, r2, r4
mad r4.y, r4, r3, -c[106]
expp r6.y, r3.w
mov r6.x, r1.y
add r6, r6.ywzx, -c[99].w
mad r1.y, r3.z, r2.z, r1.x
max r6, r6, -r6 + rsq r1.x, v13.y
slt r0.z, r0, r0.y + rsq r1.w, v13.x
mul r3.zw, r1.xxwy, v13.yyxw + mul oD0.y, r1.xxwy, v13.yyxw + logp r1.xy, v13.w
mad r2.z, r4.y, r3.y, c[105].x
mad r3.y, -r2, r2.z, c[105]
add r6, r6, -c[101].y
add r7.z, r1.y, -c[103].y
mad r3.y, -r2, r2.z, r3
mul r2.y, r2, r2.z
expp r7.xy, r3.w
expp r5.xy, r5.z
mad r0.w, r0.z, r3.y, r2.y
mul r8, r6, r6
mul r4.yw, r7.zzzy, r7.zzzy
mul r4.z, r5.y, r5.y
mad r9, -c[101].z, r8, c[101].w
mad r10, r4.wwz, c[97].yxyx, c[97].wzwz
add r11.xy, c[103].yz, -r0.yw
slt r11.w, c[103].y, r0.x + rsq r1.w, r11.x
mad r10, r10, r4.wwz, c[103].yxyx
mad r9, r9, r8, -c[100].w
mad r7.w, r4.x, r3.x, c[105].x
add r11.y, r11, -r0.w
mad r8, r9, r8, c[104].z
slt r3.xyw, v13.xzzw, -c[105].z
mad r0.x, -c[104], r0.y, c[104].y
mad r2.w, r10.y, r7.y, r10.x
mad r11.z, r3.w, r11.y, r0.w
mul r3.w, r2.wwwx, r7 + mul oD0.x, r2.wwwx, r7
mad r11.y, r0.x, r0, -c[106].x
mul r6, r8, r6
mul oD1.w, r1.z, r3.z + rcp r1.z, r6.w
mad r3.z, -r2.x, r7.w, c[105].y
mad r1.y, r3.x, -c[103].w, c[103]
mul r6.w, r11.zzzx, r1.yyyw + mul oD1.z, r11.zzzx, r1.yyyw
mad r3.z, -r2.x, r7.w, r3
mad r10.x, r11.y, r0.y, c[105].y
slt r4.xz, c[105].z, v13.zzx
mad r7.xy, r4.y, c[98].xz, c[98].yw
add r5.zw, r4.zzzx, -r3.xxxy
mad r4.x, r11.w, r3.z, r3.w
mad r4.w, r10, r5.y, r10.z
mad r7.xy, r7, r4.y, c[96].yw
mad r4.z, -r6.w, r10.x, c[105].y
mul r4.xy, r4.wzzx, r5.xzzw + mul oPos.w, r4.wzzx, r5.xzzw
mul r5.y, r6, r1.z + rcc r1.y, r12.w
mov r5.xw, r6.xxxz + mov oD0.z, r4.x
mul r4.xyw, r5.wxxy, c[58].yxxz + mov oD1.x, r4.y
mad r5.x, r7.y, r7.z, r7
mad oPos.xyz, r4.yxw, r1.y, c[59]
mad r4.x, r5, r7.z, r1
mad oD1.y, -r4.z, r5.z, c[105]
mul oD0.w, r4.x, c[105]
