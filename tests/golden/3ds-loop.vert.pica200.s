.in aPosition v0
.in aColor v1
.in aValence v2
.out - position o0	; gl_Position
.out - color o1	; vColor
.proc main
	mov o1.xyz, aColor
	mov o1.w, aValence.x
	mov o0, aPosition
	end
.end
