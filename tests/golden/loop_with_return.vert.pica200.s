.in a v0
.bool stop
.out - position o0	; gl_Position
.setf c95(0.0, 1.0, 0.5, 2.0)
.setf c94(3.0, 0.0, 0.0, 0.0)
.seti i3(49, 0, 0, 0)
.proc main
	mov r0.x, a
	mov r0.yz, c95.x
	for i3
		mul r0.x, c95.w, r0
		add r0.x, c95.z, r0
		cmp c94.x, lt, lt, r0.x
		jmpc !cmp.x, l10
		mov r0.y, c95
		mov r0.z, r0.x
		break
l10:
		jmpu !stop, l13
		mov r0.yz, c95.x
		break
l13:
		nop
	.end
	cmp c95.x, ne, ne, r0.y
	ifc cmp.x
		mov o0.x, r0.z
	.else
		mov o0.x, -r0
	.end
	mov o0.yzw, c95.xxxy
	end
.end
