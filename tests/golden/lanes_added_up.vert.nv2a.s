; attribute vec4 aPosition: v0
; attribute vec4 aWeights: v1
; output vec4 vSums: oD0
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
; constant c96: 1.0, 0.33333334, 0.0, 0.0
dph oD0.y, c[96].x, v0.wyzx + rcc r1.x, v0.w
mul r0.xyz, v0, c[58] + mov oPos.w, v0
mov r2.xyz, v0 + lit oD0.w, v0
mad oPos.xyz, r0, r1.x, c[59]
dp3 oD0.x, r2, v1
dp3 oD0.z, v1, c[96].y
