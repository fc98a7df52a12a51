.in aPosition v0
.in aTexCoord v1
.fvec uMatrix[4]
.out - position o0	; gl_Position
.out - texcoord0 o1.xy	; vTexCoord
.out - texcoord1 o2.x	; vLight
.setf c95(0.25, 0.75, 0.0, 0.0)
.proc main
	dp4 o0.x, uMatrix, aPosition
	dp4 o0.y, uMatrix[1], aPosition
	dp4 o0.z, uMatrix[2], aPosition
	dp4 o0.w, uMatrix[3], aPosition
	mul r0.x, c95, aPosition.y
	add o2.x, c95.y, r0
	mov o1.xy, aTexCoord
	end
.end
