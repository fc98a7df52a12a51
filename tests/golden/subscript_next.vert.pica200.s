.in aBone v0
.fvec uRows[5]
.out - position o0	; gl_Position
.out - color o1	; vColor
.proc main
	mova a0.xy, aBone
	mov r0, uRows[a0.x+1]
	add o0, uRows[a0.x], r0
	mov r0, uRows[a0.y+1]
	add o1, uRows[a0.y], r0
	end
.end
