.in p v0
.fvec u[4]
.out - position o0	; gl_Position
.proc main
	mova a0.x, p
	mov o0, u[a0.x]
	end
.end
