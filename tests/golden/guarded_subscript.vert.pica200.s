.in at v0
.fvec u[4]
.out - position o0	; gl_Position
.out - dummy o1	; dummy
.setf c95(0.0, 2.0, 4.0, 7.0)
.proc main
	max r0.xy, at, -at
	flr r0.xy, r0
	slt r0.zw, at.xxxy, c95.x
	add r1.xy, r0, r0
	mad r0.xy, -r0.zw, r1, r0
	sge r0.zw, r0.xxxy, c95.x
	slt r1.xy, r0, c95.z
	mul r0.zw, r0, r1.xxxy
	cmp c95.x, ne, ne, r0.z
	ifc cmp.x
		mov r0.z, c95.y
		mova a0.x, r0
		mul o0, u[a0.x], r0.z
	.else
		mov o0, c95.w
	.end
	cmp c95.x, ne, ne, r0.w
	ifc cmp.x
		mova a0.x, r0.y
		mov o1, u[a0.x]
	.else
		mov o1, c95.x
	.end
	end
.end
