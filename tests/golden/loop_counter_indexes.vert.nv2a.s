; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform vec4 place: c96
; uniform vec4 color: c109
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c121: 0.5, 0.0, 0.0, 0.0
add r0.xyz, c[96], -v13
dp3 r0.x, r0, r0 + mov r1.x, c[97].w
add r2.xyz, c[99], -v13
dp3 r0.y, r2, r2 + mov r1.y, c[98].w
add r2.xyz, c[98], -v13
dp3 r0.z, r2, r2 + mov r1.z, c[99].w
add r2.xyz, c[97], -v13
dp3 r0.w, r2, r2 + mov r1.w, c[100]
mul r0, r0.xwzy, r1 + mov r1.x, c[101].w
max r0, r0, c[121].x
rcp r0.y, r0.y
add r2.xyz, c[100], -v13
dp3 r2.x, r2, r2 + mov r1.y, c[102].w
add r3.xyz, c[103], -v13
dp3 r2.y, r3, r3 + mov r1.z, c[103].w
add r3.xyz, c[102], -v13
dp3 r2.z, r3, r3 + mov r1.w, c[104]
add r3.xyz, c[101], -v13
dp3 r2.w, r3, r3
mul r2, r2.xwzy, r1 + rcp r1.x, r0.x
mul r3, c[110], r0.y + rcp r1.y, r0.z
max r0, r2, c[121].x + rcp r1.z, r0.w
mov r2.x, c[105].w + rcp r1.w, r0.x
mad r3, c[109], r1.x, r3
mov r2.y, c[106].w + rcp r1.x, r0.y
mad r3, c[111], r1.y, r3
mov r2.z, c[107].w + rcp r1.y, r0.z
mad r3, c[112], r1.z, r3
mov r2.w, c[108] + rcp r1.z, r0.w
add r0.xyz, c[104], -v13
add r4.xyz, c[107], -v13
add r5.xyz, c[106], -v13
add r6.xyz, c[105], -v13
mad r3, c[113], r1.w, r3
dp3 r0.x, r0, r0
dp3 r0.y, r4, r4
dp3 r0.z, r5, r5
dp3 r0.w, r6, r6
mul r0, r0.xwzy, r2
mad r2, c[114], r1.x, r3
mad r2, c[115], r1.y, r2
max r0, r0, c[121].x
mad r2, c[116], r1.z, r2
rcp r0.x, r0.x
mad r2, c[117], r0.x, r2
rcp r0.x, r0.y
mad r2, c[118], r0.x, r2
rcp r0.x, r0.z
mad r2, c[119], r0.x, r2
rcp r0.x, r0.w
mad r0.xyz, c[120], r0.x, r2 + mad oPos.w, c[120], r0.x, r2
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
