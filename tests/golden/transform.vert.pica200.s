.in aPosition v0
.fvec uM[4]
.out - position o0	; gl_Position
.out - color o1	; vColor
.out - dummy o2	; vDummy
.proc main
	dp4 r0.x, uM, aPosition
	dp4 r0.y, uM[1], aPosition
	dp4 r0.z, uM[2], aPosition
	dp4 r0.w, uM[3], aPosition
	mul r1, uM[1], aPosition.y
	mad r1, aPosition.x, uM, r1
	mad r1, aPosition.z, uM[2], r1
	mad o1, aPosition.w, uM[3], r1
	dp4 o2.x, uM, r0
	dp4 o2.y, uM[1], r0
	dp4 o2.z, uM[2], r0
	dp4 o2.w, uM[3], r0
	mov o0, r0
	end
.end
