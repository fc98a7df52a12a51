.in a_position v0
.in a_start v1
.in a_limit v2
.out - position o0	; gl_Position
.out - color o1.xyz	; v_left
.setf c95(1.0, 2.0, 50.0, 0.0)
.seti i3(99, 0, 0, 0)
.proc main
	mov r0.xyz, a_start.zxy
	for i3
		cmp a_limit.x, lt, lt, r0.y
		jmpc !cmp.x, l6
		mov r0.x, r0.y
		break
l6:
		mul r0.y, c95, r0
		add r0.z, c95.x, r0
		cmp c95.z, lt, lt, r0.z
		jmpc !cmp.x, l12
		mov r0.x, r0.z
		break
l12:
		nop
	.end
	mov o1.xyz, r0.yzx
	mov o0, a_position
	end
.end
