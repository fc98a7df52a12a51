.in at v0
.fvec u[12]
.out - position o0	; gl_Position
.setf c95(0.0, 2.0, 5.0, 0.0)
.proc main
	max r0, at, -at
	flr r0, r0
	slt r1, at, c95.x
	add r2, r0, r0
	mad r0, -r1, r2, r0
	add r0.x, -c95.y, r0
	add r0.y, c95.z, -r0
	mul r0.z, c95.y, r0
	mova a0.x, r0
	mov o0.x, u[a0.x]
	mova a0.y, r0
	mov o0.y, c95[a0.y].x
	mova a0.x, r0.z
	mov o0.z, c90[a0.x].x
	mova a0.y, -r0.w
	mov o0.w, u[a0.y+11].x
	end
.end
