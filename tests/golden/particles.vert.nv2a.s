; attribute vec3 aStart: v13
; attribute vec3 aVelocity: v14
; attribute float aBirth: v15
; output vec4 vColor: oD0
; output vec4 gl_Position: oPos
; output float gl_PointSize: oPts
; uniform mat4 uView: c96
; uniform mat4 uProjection: c100
; uniform float uTime: c104
; uniform float uLifetime: c105
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c106: 0.0, 0.15915494, -0.25, 0.5
; constant c107: 3.0, -4.905, 70.99343, 81.34077
; constant c108: 0.25, 41.337143, 6.283164, 1.0
; constant c109: 64.0, 0.0, 0.0, 0.0
mov r0.xyz, v13 + rcp r1.x, c[105].x
add r0.w, c[104].x, -v15.x + lit oD0.x, -v15.x
mul r2.x, r0.w, r1
mov r2, c[96] + expp r1.y, r2.x
mad r3.x, r0.w, r1, -r1.y
mad r0.w, -r3.x, c[105].x, r0
mul r3.xy, r0.w, c[107].yx
mad r3.yz, r3.y, c[106].y, c[106].zzx
mul r3.z, r0.w, r1.x + expp r1.y, r3.z
expp r3.y, r3.y
mov r1.z, r3.y
add r3.yw, r1.zzzy, -c[106].w
max r3.yw, r3, -r3
add r3.yw, r3, -c[108].x
mul r4.xy, r3.wy, r3.wy
mad r4.zw, -c[107].z, r4.yyyx, c[107].w
mad r0.xyz, v14, r0.w, r0
mad r4.zw, r4, r4.yyyx, -c[108].y
mad r4.xy, r4.wz, r4, c[108].z
mul r3.yw, r4.yyyx, r3
mul r4.xy, r3.wy, r0.x + mov r1.y, r3.w
mad r0.x, r3, r0.w, r0.y
mad oD0.w, -r3.z, r3.z, c[108]
mad r0.y, -r0.w, r1.x, c[108].w + mad oD0.y, -r0.w, r1.x, c[108].w
mul oD0.z, c[106].w, r0.y + mov r1.z, -r3.y
mad r0.yz, r1, r0.z, r4.yyx
mad r2, r2, r0.z, c[99]
mad r2, c[97], r0.x, r2
mad r0, c[98], r0.y, r2
mul r2, c[100], r0.x
mad r2, c[101], r0.y, r2
mad r2, c[102], r0.z, r2
mad r2.xyz, c[103], r0.w, r2 + mad oPos.w, c[103], r0.w, r2
max r2.w, -r0.z, c[108] + rcc r1.x, r12.w
mul r0.xyz, r2, c[58] + rcp r1.y, r2.w
mad oPos.xyz, r0, r1.x, c[59]
mul oPts.x, c[109], r1.y
