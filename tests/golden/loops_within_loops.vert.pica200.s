.in a v0
.out - position o0	; gl_Position
.setf c95(0.0, 1.0, 8.0, 0.0)
.seti i3(19, 0, 0, 0)
.seti i2(24, 0, 0, 0)
.proc main
	mov r0.xy, c95.x
	for i3
		for i2
			add r0.y, r0, a.x
			add r0.z, c95.y, r0.x
			mad r0.z, r0, a.y, c95.y
			cmp r0.z, lt, lt, r0.y
			breakc cmp.x
			nop
		.end
		add r0.x, c95.y, r0
		cmp c95.z, lt, lt, r0.y
		breakc cmp.x
		cmp r0.x, lt, lt, a.y
		ifc !cmp.x
			add r0.y, c95, r0
		.end
		nop
	.end
	mov o0.xy, r0.yx
	mov o0.zw, c95.xxxy
	end
.end
