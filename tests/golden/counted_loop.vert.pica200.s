.in a v0
.out - position o0	; gl_Position
.setf c95(0.0, 1.0, 0.5, 49.0)
.seti i3(249, 0, 0, 0)
.proc main
	mov r0.x, a
	mov r0.yz, c95.x
	for i3
		mad r0.x, r0, c95.z, a.y
		cmp c95.w, lt, lt, r0.y
		ifc cmp.x
			add r0.z, r0, a
		.end
		add r0.y, c95, r0
	.end
	mov o0.xy, r0.xz
	mov o0.zw, c95.xxxy
	end
.end
