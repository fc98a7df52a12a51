.in aAt v0
.fvec uScale
.fvec uTint
.out - position o0	; gl_Position
.out - color o1	; vTint
.setf c95(0.0, 0.0, 0.0, 0.0)
.proc main
	mul r0, uScale, aAt
	cmp c95.x, lt, lt, aAt.x
	ifc cmp.x
		mul o0, uScale, r0
		add o1, uTint, aAt
	.else
		mul o1, uTint, r0
		mov o0, r0
	.end
	end
.end
