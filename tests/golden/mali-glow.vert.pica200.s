.in aPosition v0
.in aTexCoord v1
.fvec uMatrix[4]
.out - position o0	; gl_Position
.out - texcoord0 o1.xy	; vTexCoord
.proc main
	dp4 o0.x, uMatrix, aPosition
	dp4 o0.y, uMatrix[1], aPosition
	dp4 o0.z, uMatrix[2], aPosition
	dp4 o0.w, uMatrix[3], aPosition
	mov o1.xy, aTexCoord
	end
.end
