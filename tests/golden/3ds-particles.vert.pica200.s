.in aPosition v0
.in aLook v1
.fvec modelViewProjection[4]
.out - position o0	; gl_Position
.out - color o1	; vLook
.setf c95(0.0, 0.0, 0.0, 0.0)
.proc main
	dp4 o0.x, modelViewProjection, aPosition
	dp4 o0.y, modelViewProjection[1], aPosition
	dp4 o0.z, modelViewProjection[2], aPosition
	dp4 o0.w, modelViewProjection[3], aPosition
	mov o1.xyw, aLook.xyyz
	mov o1.z, c95.x
	end
.end
