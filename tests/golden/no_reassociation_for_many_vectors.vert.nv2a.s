; attribute vec4 a: v13
; attribute vec4 b: v14
; output vec4 v0: oD0
; output vec4 v1: oD1
; output vec4 v2: oT0
; output vec4 v3: oT1
; output vec4 v4: oT2
; output vec4 v5: oT3
; output vec4 gl_Position: oPos
; uniform mat4 p: c96
; uniform mat4 v: c100
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mov r0, v13 + mov r1, c[96]
mul r2, r1, c[100].x
mul r3, r1, c[101].x
mov r4, c[97]
mad r2, r4, c[100].y, r2
mad r3, r4, c[101].y, r3
mul r5, r1, c[102].x
mad r5, r4, c[102].y, r5
mul r6, r1, c[103].x
mov r7, c[98]
mad r2, r7, c[100].z, r2
mad r3, r7, c[101].z, r3
mad r4, r4, c[103].y, r6
mad r5, r7, c[102].z, r5
mov r6, c[99]
mad r2, r6, c[100].w, r2
mad r3, r6, c[101].w, r3
mad r4, r7, c[103].z, r4
mul r7, r2, v13.x
mad r5, r6, c[102].w, r5
mad r7, r3, v13.y, r7
add r0, r0, v14
mad r4, r6, c[103].w, r4
mad r6, r5, v13.z, r7
mul r7, r2, r0.x
mul r8, r2, v14.x
mul r9, r2, v13.w
mul r10, r2, v14.w
mul r11, r2, v13.y
mul r2, r2, v14.y
mad r7, r3, r0.y, r7
mad r6.xyz, r4, v13.w, r6 + mad oPos.w, r4, v13.w, r6
mul r6.xyz, r6, c[58] + rcc r1.x, r12.w
mad r8, r3, v14.y, r8
mad r9, r3, v13.z, r9
mad r10, r3, v14.z, r10
mad r11, r3, v13.z, r11
mad r2, r3, v14.z, r2
mad r3, r5, r0.z, r7
mad r7, r5, v14.z, r8
mad r8, r5, v13.y, r9
mad r9, r5, v14.y, r10
mad r10, r5, v13.w, r11
mad r2, r5, v14.w, r2
mad oT1, r4, r0.w, r3
mad oD0, r4, v14.w, r7
mad oD1, r4, v13.x, r8
mad oT0, r4, v14.x, r9
mad oT2, r4, v13.x, r10
mad oT3, r4, v14.x, r2
mad oPos.xyz, r6, r1.x, c[59]
