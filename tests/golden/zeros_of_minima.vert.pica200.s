.in a v0
.out - position o0	; gl_Position
.setf c95(-1.0, -2.0, 0.0, 0.0)
.proc main
	min r0.xy, -a.xz, a.yw
	max r0.zw, c95.xxxy, -a.xxxy
	min r1.x, c95.z, a
	cmp r0.x, lt, lt, a.y
	ifc cmp.x
		mov o0.x, -c95
	.else
		mov o0.x, -c95.y
	.end
	cmp r0.z, lt, lt, a.x
	ifc cmp.x
		mov o0.y, -c95.x
	.else
		mov o0.y, -c95
	.end
	cmp r1.x, lt, lt, a.z
	ifc cmp.x
		mov o0.z, -c95.x
	.else
		mov o0.z, -c95.y
	.end
	cmp r0.w, lt, lt, r0.y
	ifc cmp.x
		mov o0.w, -c95.x
	.else
		mov o0.w, -c95.y
	.end
	end
.end
