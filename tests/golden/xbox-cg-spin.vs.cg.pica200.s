.in POSITION v0
.in COLOR0 v1
.fvec uMatrix[4]
.fvec uTurn
.out - position o0	; gl_Position
.out - color o1	; COLOR0
.setf c95(0.25, 1.0, 0.0, 0.0)
.proc main
	mul r0.xy, uTurn.zw, POSITION.y
	mad r0.xy, POSITION.x, uTurn, r0
	mov r0.zw, POSITION
	dp4 r1.x, uMatrix, r0
	dp4 r1.y, uMatrix[1], r0
	dp4 r1.z, uMatrix[2], r0
	dp4 r0.x, uMatrix[3], r0
	rcp r0.y, r0
	mul o0.xyz, r1, r0.y
	mul r0.y, POSITION, POSITION
	mad r0.y, POSITION.x, POSITION.x, r0
	rsq r0.y, r0.y
	rcp r0.y, r0.y
	mul r0.y, c95.x, r0
	add r0.y, c95, -r0
	mul o1.xyz, r0.y, COLOR0
	mov o0.w, r0.x
	mov o1.w, c95.y
	end
.end
