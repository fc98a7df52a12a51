.in at v0
.fvec u[4]
.out - position o0	; gl_Position
.setf c95(0.0, 1.0, 2.0, 0.0)
.proc main
	max r0.x, c95, at
	flr r0.x, r0
	mul r0.x, c95.z, r0
	mova a0.x, r0
	mov o0.x, u[a0.x]
	mov o0.y, u[a0.x+1]
	mov o0.zw, c95.xxxy
	end
.end
