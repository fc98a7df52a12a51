.in at v0
.fvec u[3]
.out - position o0	; gl_Position
.setf c95(0.0, 1.0, 0.0, 0.0)
.proc main
	max r0.x, at, -at
	flr r0.x, r0
	slt r0.y, at.x, c95.x
	add r0.z, r0.x, r0.x
	mad r0.x, -r0.y, r0.z, r0
	mova a0.x, r0
	mov o0.xy, u[a0.x]
	mov o0.z, r0.x
	mov o0.w, c95.y
	end
.end
