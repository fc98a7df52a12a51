; attribute vec4 a: v13
; attribute vec4 b: v14
; output vec4 vColor: oD0
; output vec4 gl_Position: oPos
; uniform mat4 m: c96
; uniform bool flag: c100
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c101: 0.25, 2.0, 1.0, 0.0
mov r0.x, c[100] + mov r1.xyz, v13
add r0.yzw, r1.zzxy, v14.yyzx + lit oD0.w, v14.yyzx
dp3 r2.x, r0.wyz, r0.wyz + mov r1, c[96]
rsq r2.x, r2.x
mul r0.yzw, r0, r2.x
mul r2.xyz, r0.zwy, v13.yzx
mad r2.xyz, r0.yzw, v13.zxy, -r2
mul r2.xyz, r2, v14.w
dp3 r2.w, r0.wyz, v13
mad r0.yzw, r2.yyzx, r2.w, v13.yyzx
dp3 r2.w, r2, r2
rsq r2.w, r2.w
mul r2.xyz, r2, r2.w
mad r0.yzw, r2.yyzx, c[101].x, r0
mad r2.xyz, c[101].y, r0.yzw, v14
dp3 r2.w, r2, r2
mul r3.xyz, r0.wyz, c[101].y
rsq r2.w, r2.w
mul r2.xyz, r2, r2.w
mul r4.xyz, r2.zxy, r3.yzx
mad r4.xyz, r2.yzx, r3.zxy, -r4
dp3 r4.w, r3, r2
mul r4.xyz, v14.w, r4
dp3 r2.x, r4, r4
rsq r2.x, r2.x
mul r2.xyz, r4, r2.x
mul r3.xyz, r4, r4.w
mad r3.xyz, r0.wyz, c[101].y, r3
mad r2.xyz, c[101].x, r2, r3
add r0.x, c[101].z, -r0
mad r2.xyz, r2, c[100].x, v14.zzx
mad r0.xyz, r0.wyz, r0.x, r2
add r2.xyz, v14, r0.yzx
dp3 r0.w, r2, r2
rsq r0.w, r0.w
mul r2.xyz, r2, r0.w
mul r3.xyz, r2.zxy, r0.yzx
mad r3.xyz, r2.yzx, r0.zxy, -r3
mul r3.xyz, v14.w, r3
dp3 r0.w, r3, r3
rsq r0.w, r0.w
dp3 r3.w, r0, r2
mad r0.xyz, r3, r3.w, r0
mul r2.xyz, r3, r0.w
mad r0.xyz, c[101].x, r2, r0
add r2.xyz, v14, r0.yzx
mad r3, r1, r0.x, c[99]
dp3 r0.w, r2, r2
mad r3, c[97], r0.y, r3
mad r3.xyz, c[98], r0.z, r3 + mad oPos.w, c[98], r0.z, r3
mul r3.xyz, r3, c[58] + rsq r1.x, r0.w
mul r2.xyz, r2, r1.x + rcc r1.x, r12.w
mad oPos.xyz, r3, r1.x, c[59]
mul r3.xyz, r2.zxy, r0.yzx
mad r3.xyz, r2.yzx, r0.zxy, -r3
mul r3.xyz, v14.w, r3
dp3 r0.w, r3, r3
dp3 r0.w, r0, r2 + rsq r1.x, r0.w
mad r0.xyz, r3, r0.w, r0
mul r2.xyz, r3, r1.x
mad oD0.xyz, c[101].x, r2, r0
