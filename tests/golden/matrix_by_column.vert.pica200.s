.in a v0
.in k v1
.fvec u[4]
.fvec uThree[6]
.fvec uTwo[2]
.fvec "uTurns[0].m"[3]
.fvec "uTurns[1].m"[3]
.out - position o0	; gl_Position
.out - color o1	; color
.setf c95(1.0, 2.0, 16384.0, -16384.0)
.setf c94(1.0, 3.0, 16384.0, -16384.0)
.setf c93(0.0, 64.0, 256.0, 1024.0)
.proc main
	max r0.x, k, -k
	flr r0.x, r0
	slt r0.y, k.x, c93.x
	add r0.z, r0.x, r0.x
	mad r0.x, -r0.y, r0.z, r0
	cmp c95.x, gt, gt, r0.x
	ifc cmp.x
		mov r0.y, r0.x
	.else
		mov r0.y, c95.x
	.end
	sge r1, r0.x, c95.wxyz
	add r1.xy, r1, -r1.yz
	add r0.z, r1, -r1.w
	add r2.xy, r1, a
	add r2.z, r0, a
	dp3 r3.x, uThree[3], r2
	dp3 r3.y, uThree[4], r2
	dp3 r3.z, uThree[5], r2
	sge r2, r0.yyyx, c94.wxzy
	add r2.xy, r2, -r2.yz
	mul r0.y, c94, r0
	mova a0.x, r0.y
	dp3 r4.x, c12[a0.x], a
	dp3 r4.y, c13[a0.x], a
	dp3 r4.z, c14[a0.x], a
	add r1.z, r1, -r2.w
	add r1.w, -r1, r2
	dp4 r5.x, u, r1
	dp4 r5.y, u[1], r1
	cmp c95.x, le, le, r0.x
	ifc cmp.x
		mov r6.xy, r1
		mov r6.z, r0
		dp3 r6.x, c16, r6
		mov r6.yz, r1.xxy
		mov r6.w, r0.z
		dp3 r6.y, uThree[1], r6.yzw
		mov r6.z, r5.y
	.else
		mov r6.xy, r1
		mov r6.z, r0
		dp3 r6.x, c15, r6
		mov r6.yz, r1.xxy
		mov r6.w, r0.z
		dp3 r6.y, uThree, r6.yzw
		mov r6.z, r5.x
	.end
	dp4 r5.z, u[2], r1
	cmp c95.y, le, le, r0.x
	ifc cmp.x
		mov r6.xy, r1
		mov r6.z, r0
		dp3 r6.x, c17, r6
		mov r6.yz, r1.xxy
		mov r6.w, r0.z
		dp3 r6.y, uThree[2], r6.yzw
		mov r6.z, r5
	.end
	add r4.xyz, r4, r6.x
	dp4 r5.w, u[3], r1
	cmp c94.y, le, le, r0.x
	ifc cmp.x
		mov r6.z, r5.w
	.end
	mul r0.x, uThree[1], a.y
	mad r0.x, a, uThree, r0
	mad r6.x, a.z, uThree[2], r0
	dp4 r1.x, u, a
	dp4 r1.y, u[1], a
	dp4 r1.z, u[2], a
	dp4 r1.w, u[3], a
	add r1, r5, r1
	mad o0.x, r5.y, c93.z, r1
	mad o0.yzw, r6.yyzx, c93.z, r1
	add r2.xy, r2.yx, a.yx
	mul r1.y, uTwo, r2.x
	mad r1.y, r2, uTwo.x, r1
	mul r2.x, uTwo[1].y, r2
	mad r1.z, r2.y, uTwo[1].x, r2.x
	mad r3.xy, r1.yz, c93.y, r3
	mad o1.xyz, r4, c93.w, r3
	mov o1.w, c93.x
	end
.end
