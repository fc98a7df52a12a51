; attribute vec4 v: v13
; attribute float g: v14
; output vec4 vAngle: oD0
; output float vHalf: oT0
; output vec4 gl_Position: oPos
; uniform mat4 m: c96
; uniform int n: c100
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c101: 0.0254378, 0.0826909, 0.15915494, 0.25
; constant c102: 70.99343, 81.34077, 0.0, 0.5235988
; constant c103: 0.5235988, -0.0, 0.5, 1.0
; constant c104: 0.21460181, 1.5707964, 41.337143, 6.283164
mul r0.x, v14, c[103].z + mov r1.z, -v14.x
mov r0.yz, c[102].zzw + mov r1.xy, -c[102].zw
mov r0.w, v14.x + mov r1.w, -r0.x
max r2, r0.ywzx, r1.xzyw + mov r1.xy, c[103].yx
slt r3, r0.ywzx, -c[102].z + mov r1.z, v14.x
mul r0, c[96], v13.x + mov r1.w, r0.x
slt r4, c[102].z, r1.xzyw
add r3, r4, -r3
mad r0, c[97], v13.y, r0
mad r0, c[98], v13.z, r0
mad r0, c[99], v13.w, r0
add r4, c[103].w, -r2
mul r5, c[96], r0.x + rsq r1.x, r4.x
mad r5, c[97], r0.y, r5
mad r5, c[98], r0.z, r5
mad r0, c[99], r0.w, r5
mul r5, c[96], r0.x + rsq r1.y, r4.y
mad r5, c[97], r0.y, r5
mad r5, c[98], r0.z, r5
mad r0, c[99], r0.w, r5
mul r5, c[96], r0.x + rsq r1.z, r4.z
mad r5, c[97], r0.y, r5
mad r5, c[98], r0.z, r5
mad r0.xyz, c[99], r0.w, r5 + mad oPos.w, c[99], r0.w, r5
mul r0.xyz, r0, c[58] + rsq r1.w, r4.w
mul r4, r4, r1 + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
mad r0, -c[101].x, r2, c[101].y
mad r0, r0, r2, -c[104].x
mad r0, r0, r2, c[104].y
mad r0, -r4, r0, c[104].y
mul r0, r0, r3
mad r0, r0, c[101].z, -c[101].w
expp r0.y, r0.y
mov r2.w, r0.y + expp r1.y, r0.z
mov r2.z, r1.y + expp r1.y, r0.w
expp r2.y, r0.x
mov r2.x, r1.y
add r0, r2.ywzx, -c[103].z
max r0, r0, -r0
add r0, r0, -c[101].w
add r2.x, c[100], c[100]
mul r2.y, r2.x, c[103].z
mul r3, r0, r0 + expp r1.y, r2.y
mad r2.x, r2, c[103].z, -r1.y
slt r2.y, r2, -c[102].z
slt r2.z, c[102], r1.y
mad r2.x, r2.y, r2.z, r2
add r2.x, r2, c[103].w
mad r4, -c[102].x, r3, c[102].y
mad r4, r4, r3, -c[104].z
mad r3, r4, r3, c[104].w
mul r0, r3, r0
mul r2.y, r2.x, c[103].z
max r3, r0, -r0 + expp r1.y, r2.y
mad r2.x, r2, c[103].z, -r1.y
slt r2.y, r2, -c[102].z
slt r2.z, c[102], r1.y
mad r2.x, r2.y, r2.z, r2
add r2.x, r2, c[103].w
add r4, c[103].w, -r3
slt r5, c[102].z, r0 + rsq r1.x, r4.x
slt r0, r0, -c[102].z + rsq r1.y, r4.y
add r0, r5, -r0
mul r2.y, r2.x, c[103].z + rsq r1.z, r4.z
slt r2.z, r2.y, -c[102] + rsq r1.w, r4.w
mul r4, r4, r1 + expp r1.y, r2.y
mad r2.x, r2, c[103].z, -r1.y
slt r2.y, c[102].z, r1
mad r2.x, r2.z, r2.y, r2
add r2.x, r2, c[103].w
mad r5, -c[101].x, r3, c[101].y
mad r5, r5, r3, -c[104].x
mad r3, r5, r3, c[104].y
mad r3, -r4, r3, c[104].y
mul r0, r3, r0
mad r0, r0, c[101].z, -c[101].w
mul r0.y, r2.x, c[103].z + expp r1.y, r0.y
mov r3.w, r1.y + expp r1.y, r0.z
mov r3.z, r1.y + expp r1.y, r0.w
mov r3.x, r1.y + expp r1.y, r0.y
expp r3.y, r0.x
add r3, r3.ywzx, -c[103].z
max r3, r3, -r3
add r3, r3, -c[101].w
mad r0.x, r2, c[103].z, -r1.y
slt r0.y, r0, -c[102].z
slt r0.z, c[102], r1.y
mad r0.x, r0.y, r0.z, r0
add r0.x, r0, c[103].w
mul r2, r3, r3
mad r4, -c[102].x, r2, c[102].y
mad r4, r4, r2, -c[104].z
mad r2, r4, r2, c[104].w
mul oD0, r2, r3
mul r0.y, r0.x, c[103].z
slt r0.y, r0, -c[102].z + expp r1.y, r0.y
mad r0.x, r0, c[103].z, -r1.y
slt r0.z, c[102], r1.y
mad oT0.x, r0.y, r0.z, r0
