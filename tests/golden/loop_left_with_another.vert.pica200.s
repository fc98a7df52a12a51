.in a_position v0
.in a_start v1
.in a_count v2
.in a_step v3
.out - position o0	; gl_Position
.out - color o1.xyz	; v_left
.setf c95(0.0, 1.0, 2.0, 0.0)
.setb b15 true
.proc main
	mov r0.xyz, a_start.xxy
	mov r0.w, c95.x
l2:
	cmp r0.w, lt, lt, a_count.x
	jmpc !cmp.x, l13
	cmp a_start.z, lt, lt, r0.z
	jmpc !cmp.x, l8
	mov r0.x, r0.z
	jmpu b15, l13
l8:
	mul r0.y, c95.z, r0
	add r0.z, c95.y, r0
	add r0.w, r0, a_step.x
	mov r0.x, r0.y
	jmpu b15, l2
l13:
	mov o1.xyz, r0.yzx
	mov o0, a_position
	end
.end
