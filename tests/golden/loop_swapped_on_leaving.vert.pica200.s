.in a v0
.in a_count v1
.out - position o0	; gl_Position
.out - color o1	; v
.setf c95(0.0, 1.0, 6.0, -100.0)
.seti i3(39, 0, 0, 0)
.proc main
	mov r0.xy, a
	mov r0.zw, c95.x
	for i3
		sge r1.x, r0.z, a_count
		slt r1.y, c95.z, r0.x
		max r1.x, r1, r1.y
		cmp c95.x, ne, ne, r1.x
		jmpc !cmp.x, l12
		mov r0.z, r0.x
		mov r0.x, r0.y
		mov r0.y, r0.z
		break
l12:
		add r1.x, r0, r0.y
		add r0.zw, c95.y, r0
		mov r0.x, r0.y
		mov r0.y, r1.x
	.end
	mov r0.z, a.x
	for i3
		cmp r0.w, lt, lt, r0.z
		breakc cmp.x
		cmp c95.w, gt, gt, r0.z
		jmpc !cmp.x, l24
		mov r0.z, a.w
		break
l24:
		add r0.z, c95.y, r0
	.end
	mov o1.xyz, r0.xyw
	mov o1.w, r0.z
	mov o0, a
	end
.end
