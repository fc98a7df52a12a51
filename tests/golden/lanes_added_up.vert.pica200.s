.in aPosition v0
.in aWeights v1
.out - position o0	; gl_Position
.out - color o1	; vSums
.setf c95(0.33333206, 1.0, 0.0, 0.0)
.proc main
	mov r0.xyz, aWeights
	dp3 o1.x, aPosition, r0
	dph o1.y, c95.y, aPosition.yzwx
	dp3 o1.z, c95.x, aWeights
	mov o1.w, c95.y
	mov o0, aPosition
	end
.end
