.in a v0
.fvec u
.bool b
.out - position o0	; gl_Position
.setf c95(1.0, 0.0, 0.0, 0.0)
.proc main
	ifu b
		mov r0.xy, c95.x
	.else
		add r0.x, u.y, a.w
		add r0.y, c95.x, r0.x
		mov r0.x, r0.y
	.end
	dph r0.z, c95.x, a.yzwx
	ifu b
		mov r0.w, u.x
		cmp c95.x, lt, lt, r0.w
		ifc cmp.x
			mov r0.xy, c95.x
		.else
			mov r0.w, c95.x
			cmp u.y, lt, lt, r0.w
			ifc cmp.x
				mov r0.z, c95.x
			.end
			nop
		.end
		nop
	.end
	add r0.xy, r0, r0.z
	mov o0, r0.xyyx
	end
.end
