.in p v0
.fvec u[4]
.out - position o0	; gl_Position
.proc main
	mova a0.x, p
	mov r0, u[a0.x+1]
	add r0, u[a0.x], r0
	add o0, u[a0.x+2], r0
	end
.end
