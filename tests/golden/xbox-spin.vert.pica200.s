.in aPosition v0
.in aColor v1
.fvec uMatrix[4]
.fvec uTurn
.out - position o0	; gl_Position
.out - color o1	; vColor
.setf c95(0.25, 1.0, 0.0, 0.0)
.proc main
	mul r0.xy, uTurn.zw, aPosition.y
	mad r0.xy, aPosition.x, uTurn, r0
	mov r0.zw, aPosition
	dp4 o0.x, uMatrix, r0
	dp4 o0.y, uMatrix[1], r0
	dp4 o0.z, uMatrix[2], r0
	dp4 o0.w, uMatrix[3], r0
	mul r0.x, aPosition.y, aPosition.y
	mad r0.x, aPosition, aPosition, r0
	rsq r0.x, r0
	rcp r0.x, r0
	mul r0.x, c95, r0
	add r0.x, c95.y, -r0
	mul o1.xyz, r0.x, aColor
	mov o1.w, c95.y
	end
.end
