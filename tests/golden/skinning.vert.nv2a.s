; attribute vec4 aPosition: v0
; attribute vec3 aNormal: v2
; attribute vec2 aTexCoord: v9
; attribute vec2 aBoneIndex: v13
; attribute vec2 aBoneWeight: v14
; output vec4 vColor: oD0
; output vec2 vTexCoord: oT0
; output vec4 gl_Position: oPos
; uniform mat4 uViewProjection: c96
; uniform vec4 uBones: c100
; uniform vec3 uLightDirection: c136
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c137: 0.2, 0.8, 0.0, 3.0
max r0.xy, v13, c[137].z + lit oD0.w, v13
mov r2, c[96] + expp r1.y, r0.y
expp r3.y, r0.x
mov r3.z, r1.y + mov oT0.xy, v9
add r0.xy, r0, -r3.yz
mul r0.xy, r0, c[137].w
arl a0, r0.y
mul r3, c[A0+100], v14.y
mul r4, c[A0+101], v14.y
mul r5, c[A0+102], v14.y
arl a0, r0
mad r3, c[A0+100], v14.x, r3
mad r4, c[A0+101], v14.x, r4
mad r0, c[A0+102], v14.x, r5
dp3 r5.x, r3, v2
dp3 r5.y, r4, v2
dp3 r5.z, r0, v2
dp4 r5.w, r3, v0
dp3 r3.x, r5, r5
dp4 r3.x, r4, v0 + rsq r1.x, r3.x
mad r2, r2, r5.w, c[99]
mad r2, c[97], r3.x, r2
dp4 r5.w, r0, v0
mul r5.xyz, r5, r1.x
mad r0.xyz, c[98], r5.w, r2 + mad oPos.w, c[98], r5.w, r2
dp3 r0.w, r5, -c[136] + rcc r1.x, r12.w
mul r0.xyz, r0, c[58] + lit r1.y, r0.w
mad oPos.xyz, r0, r1.x, c[59]
mad oD0.xyz, c[137].y, r1.y, c[137].x
