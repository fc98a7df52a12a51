.in v v0
.in g v1
.fvec m[4]
.fvec n
.out - position o0	; gl_Position
.out - color o1	; vAngle
.out - texcoord0 o2.x	; vHalf
.setf c95(0.0, 0.5235367, 0.08269119, 1.0)
.setf c94(0.5, 70.993164, -1.0, 0.025437832)
.setf c93(0.15915489, 0.25, 1.5708008, 6.283142)
.setf c92(81.34082, -0.21460152, -41.336914, 0.0)
.seti i3(3, 0, 0, 0)
.proc main
	mov r0, v
	for i3
		dp4 r1.x, m, r0
		dp4 r1.y, m[1], r0
		dp4 r1.z, m[2], r0
		dp4 r1.w, m[3], r0
		mov r0, r1
	.end
	mov o0, r1
	mul r1.x, c94, g
	max r0.x, g, -g
	max r0.y, r1.x, -r1.x
	mul r0.zw, c94.w, r0.xxxy
	add r2, c95.wwz, -r0
	rsq r2.x, r2
	rcp r2.x, r2
	rsq r2.y, r2.y
	rcp r2.y, r2.y
	mad r2.zw, r0.xxxy, r2, c92.y
	mad r0.xy, r0, r2.zw, c93.z
	mad r0.xy, -r2, r0, c93.z
	slt r2.x, c95, g
	slt r2.y, c95.x, r1.x
	slt r2.z, g.x, c95.x
	slt r2.w, r1.x, c95.x
	add r2.xy, r2, -r2.zw
	mul r0.xy, r0, r2
	mul r0.xy, c93.x, r0
	add r0.xy, c93.y, r0
	flr r2.xy, r0
	add r0.xy, r0, -r2
	add r0.xy, -c94.x, r0
	max r0.xy, r0, -r0
	add r0.xy, c93.y, -r0
	mul r2.xy, r0, r0
	mul r2.zw, c94.y, r2.xxxy
	add r2.zw, c92.x, -r2
	mad r2.zw, r2.xxxy, r2, c92.z
	mad r2.xy, r2, r2.zw, c93.w
	mul r0.xy, r0, r2
	max r2.xy, r0, -r0
	mul r2.zw, c94.w, r2.xxxy
	add r1, c95.wwz, -r2
	rsq r1.x, r1
	rcp r1.x, r1
	rsq r1.y, r1.y
	rcp r1.y, r1.y
	mad r1.zw, r2.xxxy, r1, c92.y
	mad r1.zw, r2.xxxy, r1, c93.z
	mad r1.xy, -r1, r1.zw, c93.z
	slt r1.zw, c95.x, r0.xxxy
	slt r0.xy, r0, c95.x
	add r0.xy, r1.zw, -r0
	mul r0.xy, r1, r0
	mul r0.xy, c93.x, r0
	add r0.xy, c93.y, r0
	flr r1.xy, r0
	add r1.xy, r0, -r1
	mov r2.x, n
	mov r2.yzw, c95.w
	mov r0.x, n
	for i3
		add r0.x, r0, r2
		mul r0.x, c94, r0
		max r2.x, r0, -r0
		flr r2.x, r2
		slt r0.x, r0, c95
		add r0.y, r2.x, r2.x
		mad r1.z, -r0.x, r0.y, r2.x
		mov r2.xyz, r2.yzw
		mov r0.x, r1.z
	.end
	add r1.xyz, -c94.xxz, r1
	max r1.xy, r1, -r1
	add r2.xy, c93.y, -r1
	mul r1.xy, r2, r2
	mul r0.xyz, c94.yyx, r1
	add r0.xy, c92.x, -r0
	mad r0.xy, r1, r0, c92.z
	mad r0.xy, r1, r0, c93.w
	mul o1.yw, r2.xxxy, r0.xxxy
	max r0.x, r0.z, -r0.z
	flr r0.x, r0
	slt r0.z, r0, c95.x
	add r0.y, r0.x, r0.x
	mad o2.x, -r0.z, r0.y, r0
	mov o1.xz, c95.xxy
	end
.end
