; attribute vec4 aPosition: v0
; attribute vec3 aNormal: v2
; attribute vec2 aTexCoord: v9
; output vec4 vColor: oD0
; output vec2 vTexCoord: oT0
; output vec4 gl_Position: oPos
; uniform mat4 uModelViewProjection: c96
; uniform mat3 uNormalMatrix: c100
; uniform vec3 uLightDirection: c103
; uniform vec4 uAmbient: c104
; uniform vec4 uDiffuse: c105
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mul r0.xyz, c[100], v2.x
mad r0.xyz, c[101], v2.y, r0
mul r2, c[96], v0.x
mad r0.xyz, c[102], v2.z, r0
dp3 r0.w, r0, r0 + mov oT0.xy, v9
mov r3, c[104] + rsq r1.x, r0.w
mad r2, c[97], v0.y, r2
mad r2, c[98], v0.z, r2
mad r2.xyz, c[99], v0.w, r2 + mad oPos.w, c[99], v0.w, r2
mul r0.xyz, r0, r1.x + rcc r1.x, r12.w
dp3 r2.w, r0, -c[103]
mul r0.xyz, r2, c[58] + lit r1.y, r2.w
mad oPos.xyz, r0, r1.x, c[59]
mad oD0, c[105], r1.y, r3
