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
; constant c100: 0.18015927, -0.33030477, 0.9998663, 0.5
; constant c101: 1.4425532, -0.7182819, 0.6931513, 1.0
; constant c102: 0.0254378, 0.0826909, 1.5707964, 2.0
; constant c103: 1.0, 2.0, 41.337143, 6.283164
; constant c104: 8.6736174e-19, 0.0, 1.442695, 0.6931472
; constant c105: 0.21460181, 3.1415927, 0.0, 0.0
mul r0.xy, v13.yz, c[98].x + logp r1.xy, v13.y
max r2.xyz, v13.zxw, -v13.zxw + rsq r1.z, v13.x
max r2.w, c[101], r2.x + rsq r1.w, v13.y
mul r2.w, v13.yyyx, r1.wwwz + mul oD0.y, v13.yyyx, r1.wwwz + rcp r1.z, r2.w
min r0.z, r2.y, r2 + rsq r1.w, v13.x
mul oD1.w, r1, r2
expp r3.y, r0.x
expp r0.y, r0.y
mov r3.z, r0.y
add r0.xy, r3.yz, -c[100].w
max r0.xy, r0, -r0
add r0.xy, r0, -c[98].y
add r0.w, r1.y, -c[101]
mul r2.w, r0, r0 + mov r1.y, c[99].x
mad r3.xy, v13.xz, c[98].x, -c[98].y
expp r4.y, r3.x
expp r3.y, r3.y
mov r4.z, r3.y
add r3.xy, r4.yz, -c[100].w
max r3.xy, r3, -r3
add r3.xy, r3, -c[98].y
min r3.z, c[101].w, r2.x
mul r3.z, r3, r1
slt r2.x, c[101].w, r2
mul r4.x, r3.z, r3.z
mad r1.w, c[99].x, r4.x, -c[99].y
slt r3.w, r2.z, r2.y
max r2.z, r2.y, r2
max r2.z, c[104].x, r2
mul r4.zw, r3.yyyx, r3.yyyx + rcp r1.z, r2.z
mul r0.z, r1, r0
logp r5.xy, v13.w
add r2.z, r5.y, -c[101].w
mul r5.yz, r0.yyx, r0.yyx
mad r6.xy, -c[98].z, r5.zy, c[98].w
mad r6.xy, r6, r5.zy, -c[103].z
mad r5.yz, r6.yyx, r5, c[103].w
mul r0.xy, r5.zy, r0
mov r6.z, r0.x + rcp r1.z, r0.y
mul r4.y, r0.z, r0.z
mad r0.xy, r4, r1.wy, c[99].zw
mad r0.xy, r4, r0, c[100].yx
mad r0.xy, r4, r0, c[100].zy
mad r0.y, r4, r0, c[100].z
mad r4.x, -r3.z, r0, c[102].z
mad r4.x, r0, -r3.z, r4
mul r2.x, r2, r4
mad r0.x, r3.z, r0, r2
add r2.x, c[101].w, -r2.y
slt r5.yzw, v13.xxwz, -c[104].y + rsq r1.y, r2.x
mul r2.x, r2, r1.y
mul r3.z, c[104], v13.y
expp r4.xy, r3.z
mad r3.z, -c[102].x, r2.y, c[102].y
mad r3.z, r2.y, r3, -c[105].x
mad r2.y, r2, r3.z, c[102].z
mad r3.z, r2.y, -r2.x, c[102]
mad r2.xy, -c[98].z, r4.wz, c[98].w
mad r2.xy, r2, r4.wz, -c[103].z
mad r2.xy, r2, r4.wz, c[103].w
mul r6.xy, r2, r3
mul r6.y, r1.z, r6
mul r2.x, r0.y, -r0.z
mad r2.x, r2, c[102].w, c[102].z
mul r2.x, r3.w, r2
mad r0.y, r0.z, r0, r2.x
mul r0.z, r2, r2
mad r2.x, -c[103].y, r5.y, c[103]
mad r4.zw, r2.w, c[96].zzzx, c[96].wwwy
mad r2.yw, r4.zzzw, r2.w, c[101].yyyx
mad r2.y, r2, r0.w, r2.w
mad r0.w, r2.y, r0, r1.x
mul r0.w, r0, v13
mov r6.w, r6.y + expp r1.xy, r0.w
mul r3.xyw, r6.zxxw, c[58].yxxz
mul r0.w, r1.y, r1.y
mad r2.yw, r0.z, c[96].zzzx, c[96].wwwy
mad r2.yw, r2, r0.z, c[101].yyyx
mad r0.z, r2.y, r2, r2.w
mad r0.z, r0, r2, r5.x
mul oD0.w, c[104], r0.z
slt r4.zw, c[104].y, v13.xxxz
add r4.zw, r4, -r5.yyyw
mul oPos.w, r0.x, r4
mul r4.w, r4.y, r4.y + rcc r1.z, r12.w
mad oPos.xyz, r3.yxw, r1.z, c[59]
mad oD1.y, r4.z, -r3.z, c[102].z
mul oD1.x, r3.z, r4.z
add r4.z, c[105].y, -r0.y
add r4.z, r4, -r0.y
mad r4.z, r4, r5, r0.y
mul oD1.z, r4, r2.x
mad r0.xy, r0.w, c[97].yx, c[97].wz
mad r0.xy, r0, r0.w, c[101].wz
mad r4.z, r0.y, r1.y, r0.x
mul oD0.x, r4.z, r1
mad r0.xy, r4.w, c[97].yx, c[97].wz
mad r4.zw, r0.yyyx, r4.w, c[101]
mad r4.y, r4.z, r4, r4.w
mul oD0.z, r4.y, r4.x
