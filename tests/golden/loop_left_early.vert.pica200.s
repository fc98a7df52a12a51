.in a_position v0
.in a_step v1
.in a_start v2
.in a_count v3
.out - position o0	; gl_Position
.out - color o1	; v_sum
.setf c95(0.0, 0.5, 1.0, 0.0)
.seti i3(39, 0, 0, 0)
.proc main
	mov r0, a_start
	mov r1.x, c95
	for i3
		cmp r1.x, ge, ge, a_count.x
		breakc cmp.x
		mad r0, r0, c95.y, a_step
		add r1.x, c95.z, r1
	.end
	mov o1, r0
	mov o0, a_position
	end
.end
