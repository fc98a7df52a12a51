.in a v0
.fvec row[9]
.fvec column[10]
.out - position o0	; gl_Position
.setf c95(0.0, 0.5, 1.0, 0.0)
.seti i3(8, 0, 0, 0)
.seti i2(9, 0, 1, 0)
.proc main
	mov r0, a
	mov r1.x, c95
	for i3
		for i2
			mul r0, column[aL], r0
			mova a0.x, r1
			add r0, -row[a0.x], r0
			mov r1.y, c95
			mul r2, row[a0.x], r1.y
			max r0, r0, r2
		.end
		mova a0.x, r1
		add r0, row[a0.x], r0
		add r1.x, c95.z, r1
	.end
	mov o0, r0
	end
.end
