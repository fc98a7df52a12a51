; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c96: 1.0, 2.0, 0.0, 0.0
min r0.x, -c[96].z, v13 + mov r1.xyz, v13.yxz
min r0.yz, v13.wwy, -v13.zzx
max r2.xy, -c[96], -v13 + mov r1.w, r0.y
mov r2.z, r0
mov r2.w, r0.x
add r0, r2.zxwy, c[96].z
slt r0, r0, r1
add r0.xyz, c[96].y, -r0 + add oPos.w, c[96].y, -r0
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
