.in a v0
.in b v1
.out - position o0	; gl_Position
.setf c95(0.0, 40.0, 0.75, 1.0)
.setf c94(4.0, 10.0, 0.0, 0.0)
.seti i3(39, 0, 0, 0)
.proc main
	mov r0.x, a
	mov r0.yz, c95.yyx
	for i3
		add r0.x, r0, b
		add r0.w, c95.z, a.y
		cmp r0.w, lt, lt, r0.x
		jmpc !cmp.x, l9
		mul r0.y, c94, r0.z
		break
l9:
		add r0.z, c95.w, r0
	.end
	mov o0.xyz, r0.xzy
	mov o0.w, c94.x
	end
.end
