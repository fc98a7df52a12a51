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
	dp3 r1.x, uThree[3], a
	dp3 r1.y, uThree[4], a
	dp3 r1.z, uThree[5], a
	sge r2, r0.x, c95.wxyz
	add r2.xy, r2, -r2.yz
	add r0.z, r2, -r2.w
	mov r3.xy, r2
	mov r3.z, r0
	dp3 r3.x, uThree[3], r3
	mov r3.yz, r2.xxy
	mov r3.w, r0.z
	dp3 r3.y, uThree[4], r3.yzw
	mov r4.xy, r2
	mov r4.z, r0
	dp3 r3.z, uThree[5], r4
	add r1.xyz, r1, r3
	mul r3.x, uTwo.y, a.y
	mad r3.x, a, uTwo, r3
	mul r3.y, uTwo[1], a
	mad r3.y, a.x, uTwo[1].x, r3
	sge r4, r0.yyyx, c94.wxzy
	add r4.xy, r4.yx, -r4.zy
	mul r4.z, uTwo.y, r4.x
	mad r4.z, r4.y, uTwo.x, r4
	mul r4.x, uTwo[1].y, r4
	mad r4.y, r4, uTwo[1].x, r4.x
	add r3.xy, r3, r4.zy
	mul r0.y, c94, r0
	mova a0.x, r0.y
	dp3 r4.y, c12[a0.x], a
	dp3 r4.z, c13[a0.x], a
	dp3 r4.x, c14[a0.x], a
	add r2.z, r2, -r4.w
	add r2.w, -r2, r4
	dp4 r5.x, u[1], r2
	cmp c95.x, le, le, r0.x
	ifc cmp.x
		mov r5.yz, r2.xxy
		mov r5.w, r0.z
		dp3 r5.w, c16, r5.yzw
		mov r6.xy, r2
		mov r6.z, r0
		dp3 r5.y, uThree[1], r6
		mov r5.z, r5.x
	.else
		mov r5.yz, r2.xxy
		mov r5.w, r0.z
		dp3 r5.w, c15, r5.yzw
		dp4 r5.z, u, r2
		mov r6.xy, r2
		mov r6.z, r0
		dp3 r5.y, uThree, r6
	.end
	cmp c95.y, le, le, r0.x
	ifc cmp.x
		mov r5.yz, r2.xxy
		mov r5.w, r0.z
		dp3 r5.w, c17, r5.yzw
		dp4 r5.z, u[2], r2
		mov r6.xy, r2
		mov r6.z, r0
		dp3 r5.y, uThree[2], r6
	.end
	add r4.xyz, r4.yzx, r5.w
	cmp c94.y, le, le, r0.x
	ifc cmp.x
		dp4 r5.z, u[3], r2
	.end
	mul r0.x, uThree[1], a.y
	mad r0.x, a, uThree, r0
	mad r5.w, a.z, uThree[2].x, r0.x
	add r2, r2, a
	dp4 r6.x, u, r2
	dp4 r6.y, u[1], r2
	dp4 r6.z, u[2], r2
	dp4 r6.w, u[3], r2
	mad o0, r5, c93.z, r6
	mad r1.xy, r3, c93.y, r1
	mad o1.xy, r4, c93.w, r1
	mad o1.z, r4, c93.w, r1
	mov o1.w, c93.x
	end
.end
