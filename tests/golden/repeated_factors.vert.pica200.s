.in a v0
.fvec k
.out - position o0	; gl_Position
.out - color o1	; v
.setf c95(1.125, 0.0, 0.0, 0.0)
.proc main
	mul r0.xy, k.x, a.xz
	mul r0.xy, k.x, r0.yx
	mul r0.x, r0, a
	mul o1.xy, r0.yx, a.y
	mul o1.w, c95.x, r0.y
	mov o1.z, r0.y
	mov o0, a
	end
.end
