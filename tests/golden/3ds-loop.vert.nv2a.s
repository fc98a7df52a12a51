; attribute vec4 aPosition: v0
; attribute vec3 aColor: v3
; attribute float aValence: v13
; output vec4 vColor: oD0
; output vec4 gl_Position: oPos
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mul r0.xyz, v0, c[58] + rcc r1.x, v0.w
mad oPos.xyz, r0, r1.x, c[59]
mov oPos.w, v0
mov oD0.xyz, v3
mov oD0.w, v13.x
