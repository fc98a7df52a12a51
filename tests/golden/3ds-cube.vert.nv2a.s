; attribute vec3 aPosition: v0
; attribute vec3 aNormal: v2
; attribute vec3 aColor: v3
; output vec4 vColor: oD0
; output vec4 gl_Position: oPos
; uniform mat4 uProjection: c96
; uniform mat4 uModelView: c100
; uniform vec3 uLightDirection: c104
; uniform float uAmbient: c105
; uniform bool uLit: c106
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mul r0.xyz, c[100], v2.x + mov r1, c[100]
mad r0.xyz, c[101], v2.y, r0 + lit oD0.w, r0
mad r2, r1, v0.x, c[103]
mad r0.xyz, c[102], v2.z, r0
mad r2, c[101], v0.y, r2
dp3 r0.w, r0, r0
mad r2, c[102], v0.z, r2
mul r3, c[96], r2.x + rsq r1.x, r0.w
mul r0.xyz, r0, r1.x
mad r3, c[97], r2.y, r3
dp3 r2.x, r0, c[104]
mad r0, c[98], r2.z, r3
mad r0.xyz, c[99], r2.w, r0 + mad oPos.w, c[99], r2.w, r0
mul r0.xyz, r0, c[58] + lit r1.y, r2.x
add r0.w, c[105].x, r1.y
mul r2.xyz, v3, r0.w + rcc r1.x, r12.w
mad r3.xyz, -c[106].x, v3, v3
mad oD0.xyz, c[106].x, r2, r3
mad oPos.xyz, r0, r1.x, c[59]
