.in aPosition v0
.in aRadius v1
.in aColor v2
.fvec modelView[4]
.fvec projection[4]
.out - position o0	; gl_Position
.out - texcoord0 o1.xy	; vRadius
.out - color o2	; vColor
.proc main
	dp4 r0.x, modelView, aPosition
	dp4 r0.y, modelView[1], aPosition
	dp4 r0.z, modelView[2], aPosition
	dp4 r0.w, modelView[3], aPosition
	dp4 o0.x, projection, r0
	dp4 o0.y, projection[1], r0
	dp4 o0.z, projection[2], r0
	dp4 o0.w, projection[3], r0
	mul o1.x, projection, aRadius
	mul o1.y, projection[1], aRadius.x
	mov o2, aColor
	end
.end
