.in a_position v0
.in a_start v1
.in a_count v2
.in a_step v3
.out - position o0	; gl_Position
.out - texcoord0 o1.xy	; v_left
.setf c95(0.0, 2.0, 0.0, 0.0)
.setb b15 true
.proc main
	mov r0.xy, a_start.x
	mov r0.z, c95.x
l2:
	cmp r0.z, lt, lt, a_count.x
	jmpc !cmp.x, l8
	mad r0.y, r0, c95, r0.x
	add r0.z, r0, a_step.x
	mov r0.x, r0.y
	jmpu b15, l2
l8:
	mov o1.xy, r0.yx
	mov o0, a_position
	end
.end
