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
	add r2.z, r3.w, -r0.w
	add r4.z, r4, a.x
	mul r1.xy, A[1], a.y
	mad r1.xy, a.x, A, r1
	mad r4.xy, a.z, A[2], r1
	add r1.x, c95, r0
	sge r5, r1.x, c94.wxyz
	add r2.xyw, r5.yzzx, -r5.zwwy
	add r2, r2.zwxy, a.yxyz
	mul r5.x, A.y, r2
	mad r5.x, r4.z, A, r5
	mul r5.y, A[1], r2.x
	mad r5.y, r4.z, A[1].x, r5
	mul r2.x, A[2].y, r2
	mad r5.z, r4, A[2].x, r2.x
	dp3 r4.z, B, r2.yzw
	dp3 r2.y, B[1], r2.yzw
	mul r2.xzw, B[1].zzxy, a.y
	mad r2.xzw, a.x, B.xxyz, r2.zzwx
	mul r5.w, c95.y, r0.x
	mova a0.x, r5.w
	mul r1.xy, Block$turns[a0.x+1], a.y
	mad r1.xy, a.x, Block$turns[a0.x], r1
	mova a0.y, r0.x
	add r1.xy, Block$turns[a0.y+2], r1
	mad o0.xy, r1, c93.z, r0.yz
	mul o1.w, c93.y, r2.y
	mad r4.xyz, r4, c93.y, r5
	mad o1.xyz, r2.xzw, c93.w, r4
	end
.end
