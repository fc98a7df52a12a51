.in aIn v0
.out - position o0	; gl_Position
.out - color o1	; vColor
.out - dummy o2	; vDummy
.setf c95(0.08269119, 1.0, 0.15915489, 1.442688)
.setf c94(0.18015862, -0.3303032, 0.25, 0.5)
.setf c93(0.0, 8.6736174e-19, 0.020845175, 0.025437832)
.setf c92(0.69314575, 0.9998627, 1.5708008, 3.1416016)
.setf c91(6.283142, 70.993164, 81.34082, -0.08515644)
.setf c90(-0.21460152, -41.336914, 0.0, 0.0)
.proc main
	mul r0, c95.zzzw, aIn.xyzy
	add r1, c94.zwzw, r0.xyz
	flr r2, r1
	add r1, r1, -r2
	add r1, -c94.w, r1
	max r1, r1, -r1
	add r1, c94.z, -r1
	mul r2, r1, r1
	mul r3, c91.y, r2
	add r3, c91.z, -r3
	mad r3, r2, r3, c90.y
	mad r2, r2, r3, c91.x
	mul o0.xy, r1, r2
	mul r1.zw, r1.wwwz, r2.wwwz
	rcp r2.z, r1.z
	max r3.xyz, aIn.zxw, -aIn.zxw
	min r1.z, c95.y, r3.x
	max r2.w, c95.y, r3.x
	rcp r2.w, r2.w
	mul r1.x, r1.z, r2.w
	max r1.z, r3.y, r3
	max r1.z, c93.y, r1
	rcp r1.z, r1.z
	min r1.y, r3, r3.z
	mul r0.xy, r1.xz, r1
	mul r0.z, r0.y, r0.y
	mul r1.yz, c93.z, r0.xxz
	add r1.yz, c91.w, r1
	mad r1.y, r0.x, r1, c94.x
	mad r1.yz, r0.zzx, r1.zzy, c94.xxy
	mad r2.w, r0.x, r1.z, c92.y
	slt r2.xy, c93.x, aIn.zx
	slt r4.xy, aIn.zx, c93.x
	add r2.xy, r2.yx, -r4.yx
	lg2 r4.x, aIn.y
	mul r4.x, r4, aIn.w
	ex2 o1.x, r4
	rsq r4.x, aIn.y
	rcp o1.y, r4
	ex2 o1.z, r0.w
	lg2 r0.w, aIn.w
	mul o1.w, c92.x, r0
	mul r3.w, c93, r3.y
	add r0.xw, c95.xxxy, -r3.wwwy
	rsq r0.w, r0.w
	rcp r0.w, r0.w
	mad r0.x, r3.y, r0, c90
	mad r0.x, r3.y, r0, c92.z
	mad r1.z, -r0.w, r0.x, c92
	mul r1.xz, r1.zzx, r2.xxw
	cmp c95.y, lt, lt, r3.x
	ifc cmp.x
		add r1.z, c92, -r1
	.end
	mul o0.zw, r1.wwwz, r2.zzzy
	add o2.y, c92.z, -r1.x
	mad r1.y, r0.z, r1, c94
	mad r0.z, r0, r1.y, c92.y
	mul r0.y, r0, r0.z
	cmp r3.z, lt, lt, r3.y
	ifc cmp.x
		add r0.y, c92.z, -r0
	.end
	add r3.y, c92.w, -r0
	cmp c93.x, gt, gt, aIn.w
	ifc !cmp.x
		mov r3.y, r0
	.end
	cmp c93.x, gt, gt, aIn.x
	ifc cmp.x
		mov o2.z, -r3.y
	.else
		mov o2.z, r3.y
	.end
	rsq r3.y, aIn
	rcp r0.y, r3.y
	mul o2.w, r3.y, r0.y
	mov o2.x, r1
	end
.end
