.in aPosition v0
.in aNormal v1
.in aColor v2
.fvec uProjection[4]
.fvec uModelView[4]
.fvec uLightDirection
.fvec uAmbient
.bool uLit
.out - position o0	; gl_Position
.out - color o1	; vColor
.setf c95(0.0, 1.0, 0.0, 0.0)
.proc main
	dph r0.x, aPosition, uModelView
	dph r0.y, aPosition, uModelView[1]
	dph r0.z, aPosition, uModelView[2]
	dph r0.w, aPosition, uModelView[3]
	dp4 o0.x, uProjection, r0
	dp4 o0.y, uProjection[1], r0
	dp4 o0.z, uProjection[2], r0
	dp4 o0.w, uProjection[3], r0
	ifu uLit
		dp3 r0.x, uModelView, aNormal
		dp3 r0.y, uModelView[1], aNormal
		dp3 r0.z, uModelView[2], aNormal
		dp3 r0.w, r0, r0
		rsq r0.w, r0.w
		mul r0.xyz, r0, r0.w
		dp3 r0.x, uLightDirection, r0
		max r0.x, c95, r0
		add r0.x, uAmbient, r0
		mul o1.xyz, r0.x, aColor
	.else
		mov o1.xyz, aColor
	.end
	mov o1.w, c95.y
	end
.end
