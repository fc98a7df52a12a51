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
mov oT0.xy, v9 + expp r1.y, r0.x
expp r2.y, r0.y
mov r2, c[96] + mov r1.z, r2.y
add r0.xy, r0, -r1.yz
mul r0.xy, r0, c[137].w
arl a0, r0.y
dp3 r3.x, c[A0+100], v2
dp3 r3.y, c[A0+101], v2
dp4 r4.y, c[A0+101], v0
dp4 r4.x, c[A0+100], v0
dp3 r3.z, c[A0+102], v2
mul r3.xyz, r3, v14.y
dp4 r4.z, c[A0+102], v0
arl a0, r0
dp3 r0.z, c[A0+102], v2
dp4 r5.y, c[A0+101], v0
mul r4.xyz, r4, v14.y
dp3 r0.w, c[A0+100], v2
dp3 r0.y, c[A0+101], v2
mad r0.yzw, r0, v14.x, r3.yyzx
dp3 r4.w, r0.wyz, r0.wyz
dp4 r5.z, c[A0+102], v0 + rsq r1.x, r4.w
mul r0.yzw, r0, r1.x
dp3 r4.w, r0.wyz, -c[136]
dp4 r5.x, c[A0+100], v0 + lit r1.y, r4.w
mad r0.xyz, r5, v14.x, r4
mad r2, r2, r0.x, c[99]
mad r2, c[97], r0.y, r2
mad r0.xyz, c[98], r0.z, r2 + mad oPos.w, c[98], r0.z, r2
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
mad oD0.xyz, c[137].y, r1.y, c[137].x
