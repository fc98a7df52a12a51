.in at v0
.fvec u[3]
.out - position o0	; gl_Position
.proc main
	mova a0.xy, at.yx
	mov r0, u[a0.x]
	add r0, u[a0.y], r0
	mova a0.x, at.z
	add o0, u[a0.x], r0
	end
.end
