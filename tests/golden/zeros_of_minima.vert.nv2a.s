; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c96: 1.0, 2.0, 0.0, 0.0
min r0.xy, v13.yw, -v13.xz + mov r1.xyz, v13.yxz
max r0.zw, -v13.xxxy, -c[96].xxxy + mov r1.w, r0.y
min r0.y, v13.x, -c[96].z
add r2.xyz, r0.xzw, c[96].z
add r2.w, r0.y, c[96].z
slt r0, r2, r1.xywz
add r0.xyz, c[96].y, -r0.xywz + add oPos.w, c[96].y, -r0.xywz
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
