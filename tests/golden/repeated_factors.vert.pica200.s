.in a v0
.fvec k
.out - position o0	; gl_Position
.out - color o1	; v
.setf c95(0.25, 4.5, 0.0, 0.0)
.proc main
	mul r0.xy, k.x, a.zx
	mul r0.xz, r0.xxy, a.xxy
	mul r0.w, c95.x, a.x
	mul r0.xw, k.x, r0
	mul o1.y, r0.x, a
	mul r0.x, c95.y, r0.w
	mul o1.xzw, k.x, r0.zzyx
	mov o0, a
	end
.end
