.in a v0
.out - position o0	; gl_Position
.setf c95(0.0, 1.0, 2.5, 3.0)
.seti i3(29, 0, 0, 0)
.proc main
	mov r0, c95.xyx
	mov r1.x, c95
	for i3
		add r0.y, r0, a.x
		cmp r0.y, lt, lt, a.y
		jmpc cmp.x, l13
		add r0.z, c95.y, r0
		cmp c95.z, lt, lt, r0.z
		jmpc !cmp.x, l12
		mad r0.z, r0, c95.w, r0.y
		mov r0.x, c95.y
		break
l12:
		mov r0.w, r1.x
l13:
		add r1.x, c95.y, r1
	.end
	cmp c95.x, ne, ne, r0.x
	ifc cmp.x
		mov o0.w, c95.y
	.else
		mov o0.w, c95.x
	.end
	mov o0.xyz, r0.yzw
	end
.end
