.in a v0
.in k v1
.fvec A[3]
.fvec B[2]
.fvec Block$m[4]
.fvec Block$turns[4]
.out - position o0	; gl_Position
.out - color o1	; color
.setf c95(1.0, 2.0, 3.0, -16384.0)
.setf c94(1.0, 2.0, 16384.0, -16384.0)
.setf c93(0.0, 64.0, 256.0, 2048.0)
.proc main
	max r0.x, k, -k
	flr r0.x, r0
	slt r0.y, k.x, c93.x
	add r0.z, r0.x, r0.x
	mad r0.x, -r0.y, r0.z, r0
	dp4 r0.y, Block$m, a
	dp4 r0.z, Block$m[1], a
	dp4 r1.x, Block$m[2], a
	dp4 r1.y, Block$m[3], a
	mul r2, Block$m[1], a.y
	mad r2, a.x, Block$m, r2
	mad r2, a.z, Block$m[2], r2
	mad r2, a.w, Block$m[3], r2
	sge r3, r0.x, c95.wyzx
	sge r0.w, r0.x, -c95
	add r4.xyz, r3.wyx, -r3.yzw
	add r4.w, r3.z, -r0
	dp4 r5.x, Block$m, r4.zxyw
	dp4 r5.y, Block$m[1], r4.zxyw
	dp4 r5.z, Block$m[2], r4.zxyw
	dp4 r5.w, Block$m[3], r4.zxyw
	add r2, r2, r5
	add r0.yz, r0, r2.xxy
	add o0.zw, r1.xxxy, r2
	mul r1.x, A, a
	mad r2.z, a.y, A.y, r1.x
	mul r1.y, A[1], a
	mad r2.w, a.x, A[1].x, r1.y
	mul r2.x, A[2].y, a.y
	mad r2.x, a, A[2], r2
	add r0.w, r3, -r0
	mul r3.w, A.y, r0
	mad r4.x, r4.z, A, r3.w
	mul r3.w, A[1].y, r0
	mad r4.y, r4.z, A[1].x, r3.w
	mul r0.w, A[2].y, r0
	mad r4.z, r4, A[2].x, r0.w
	add r2.xzw, r2.zzwx, r4.xxyz
	mad r1.x, a.y, A[1], r1
	mad r1.y, a.x, A, r1
	mad r4.xy, a.z, A[2], r1
	dp3 r1.x, B, a
	dp3 r1.y, B[1], a
	add r4.z, c95.x, r0.x
	sge r5, r4.z, c94.wxyz
	add r5.xyz, r5, -r5.yzw
	dp3 r5.w, B, r5
	dp3 r5.x, B[1], r5
	add r4.zw, r1.yyyx, r5.xxxw
	mul r5.xyw, B[1].xzzy, a.y
	mad r5.xyw, a.x, B.xyyz, r5.xwwy
	mul r1.x, c95.y, r0
	mova a0.x, r1
	mul r3.zw, Block$turns[a0.x+1].yyyx, a.y
	mad r3.zw, a.x, Block$turns[a0.x].xxxy, r3.wwwz
	mova a0.y, r0.x
	add r3.zw, Block$turns[a0.y+2].xxxy, r3
	mad o0.xy, r3.zw, c93.z, r0.yz
	mul o1.w, c93.y, r4.z
	mad r2.xzw, r4.xxyw, c93.y, r2
	mad o1.xyz, r5.xyw, c93.w, r2.xzw
	end
.end
