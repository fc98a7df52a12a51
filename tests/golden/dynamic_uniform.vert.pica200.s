.in aIndex v0
.fvec uPalette[3]
.out - position o0	; gl_Position
.proc main
	mova a0.x, aIndex
	mov o0, uPalette[a0.x]
	end
.end
