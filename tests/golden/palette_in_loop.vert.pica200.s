.in aBones v0
.in aCount v1
.fvec uPalette[4]
.out - position o0	; gl_Position
.setf c95(0.0, 1.0, 0.0, 0.0)
.setb b15 true
.proc main
	mov r0, c95.x
	mov r1.x, c95.y
	mov r2, aBones
l3:
	cmp aCount.x, ge, ge, r1.x
	jmpc !cmp.x, l14
	mova a0.x, r2
	mad r0, r1.x, uPalette[a0.x], r0
	add r1.x, c95.y, r1
	mov r1.y, r2.x
	mov r2.x, r2.y
	mov r2.y, r2.z
	mov r2.z, r2.w
	mov r2.w, r1.y
	jmpu b15, l3
l14:
	mov o0, r0
	end
.end
