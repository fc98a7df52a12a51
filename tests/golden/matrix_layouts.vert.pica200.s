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
	sge r3, r0.x, c95.yzwx
	sge r0.w, r0.x, -c95
	add r4.xyz, r3.zwx, -r3.wxy
	add r4.w, r3.y, -r0
	dp4 r5.x, Block$m, r4
	dp4 r5.y, Block$m[1], r4
	dp4 r5.z, Block$m[2], r4
	dp4 r5.w, Block$m[3], r4
	add r2, r2, r5
	add r0.yz, r0, r2.xxy
	add o0.zw, r1.xxxy, r2
	add r1.xy, r3.zw, a
	add r1.x, -r3.w, r1
	add r0.w, -r0, r1.y
	mul r1.y, A, r0.w
	mad r2.z, r1.x, A.x, r1.y
	mul r1.y, A[1], r0.w
	mad r2.w, r1.x, A[1].x, r1.y
	mul r0.w, A[2].y, r0
	mad r2.x, r1, A[2], r0.w
	mul r1.xy, A[1], a.y
	mad r1.xy, a.x, A, r1
	mad r1.xy, a.z, A[2], r1
	add r0.w, c95.x, r0.x
	sge r5, r0.w, c94.wxyz
	add r5.xyz, r5, -r5.yzw
	mul r3.yzw, B[1].zzyx, a.y
	mad r3.yzw, a.x, B.xxyz, r3.wwzy
	mul r5.w, c95.y, r0.x
	mova a0.x, r5.w
	mul r4.xy, Block$turns[a0.x+1], a.y
	mad r4.xy, a.x, Block$turns[a0.x], r4
	mova a0.y, r0.x
	add r4.xy, Block$turns[a0.y+2], r4
	mad o0.xy, r4, c93.z, r0.yz
	add r5.xyz, r5, a
	dp3 r1.z, B, r5
	mad r1.xyz, r1, c93.y, r2.zwx
	mad o1.xyz, r3.yzw, c93.w, r1
	dp3 r5.x, B[1], r5
	mul o1.w, c93.y, r5.x
	end
.end
