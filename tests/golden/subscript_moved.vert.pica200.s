.in at v0
.fvec u[6]
.out - position o0	; gl_Position
.setf c95(0.0, 2.0, 0.0, 0.0)
.proc main
	max r0.x, at, -at
	flr r0.x, r0
	slt r0.y, at.x, c95.x
	add r0.z, r0.x, r0.x
	mad r0.x, -r0.y, r0.z, r0
	mul r0.y, c95, r0.x
	mova a0.x, r0
	mov o0.x, u[a0.x+5]
	mova a0.y, r0
	mov o0.y, u[a0.y+2]
	mov o0.zw, c95.x
	end
.end
