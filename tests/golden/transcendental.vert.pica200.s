.in aIn v0
.out - position o0	; gl_Position
.out - color o1	; vColor
.out - dummy o2	; vDummy
.setf c95(0.08269119, 1.0, 0.15915489, 1.442688)
.setf c94(0.25, 0.5, 0.0, 8.6736174e-19)
.setf c93(0.020845175, 0.025437832, 0.18015862, 0.69314575)
.setf c92(0.9998627, 1.5708008, 3.1416016, 6.283142)
.setf c91(70.993164, 81.34082, -0.08515644, -0.21460152)
.setf c90(-0.3303032, -41.336914, 0.0, 0.0)
.proc main
	mul r0, c95.zzzw, aIn.xyzy
	add r1, c94.xyxy, r0.xyz
	flr r2, r1
	add r1, r1, -r2
	add r1, -c94.y, r1
	max r1, r1, -r1
	add r1, c94.x, -r1
	mul r2, r1, r1
	mul r3, c91.x, r2
	add r3, c91.y, -r3
	mad r3, r2, r3, c90.y
	mad r2, r2, r3, c92.w
	mul o0.xy, r1, r2
	mul r1.xz, r1.zzw, r2.zzw
	rcp r2.z, r1.z
	max r3.xyz, aIn.zxw, -aIn.zxw
	min r1.z, c95.y, r3.x
	max r1.w, c95.y, r3.x
	rcp r2.w, r1.w
	max r1.w, r3.y, r3.z
	max r1.w, c94, r1
	rcp r1.w, r1.w
	min r2.x, r3.y, r3.z
	mul r1.zw, r1, r2.wwwx
	mul r2.xw, r1.zzzw, r1.zzzw
	mul r0.xy, c93.x, r2.xw
	add r0.xy, c91.z, r0
	mad r0.xy, r2.xw, r0, c93.z
	mad r0.xy, r2.xw, r0, c90.x
	mul r3.w, c93.y, r3.y
	add r4.xy, c95, -r3.wy
	mad r4.x, r3.y, r4, c91.w
	mad r0.xy, r2.xw, r0, c92.x
	mad r4.x, r3.y, r4, c92.y
	mul r0.xy, r1.zw, r0
	rsq r4.y, r4.y
	rcp r4.y, r4.y
	add r1.zw, c92.y, -r0.xxxy
	mad r4.x, -r4, r4.y, c92.y
	cmp c95.y, lt, lt, r3.x
	ifc !cmp.x
		mov r1.z, r0.x
	.end
	cmp r3.z, lt, lt, r3.y
	ifc !cmp.x
		mov r1.w, r0.y
	.end
	slt r0.xy, c94.z, aIn.xz
	slt r3.yz, aIn.zzx, c94.z
	add r2.xw, r0.xxxy, -r3.zzzy
	mul o0.zw, r1.xxxz, r2
	lg2 r1.x, aIn.y
	mul r1.x, r1, aIn.w
	ex2 o1.x, r1
	rsq r1.x, aIn.y
	rcp o1.y, r1
	ex2 o1.z, r0.w
	lg2 r0.w, aIn.w
	mul o1.w, c93, r0
	mul r2.x, r4, r2
	add o2.y, c92, -r2.x
	add r4.x, c92.z, -r1.w
	cmp c94.z, gt, gt, aIn.w
	ifc !cmp.x
		mov r4.x, r1.w
	.end
	cmp c94.z, gt, gt, aIn.x
	ifc cmp.x
		mov o2.z, -r4.x
	.else
		mov o2.z, r4.x
	.end
	rsq r4.x, aIn
	rcp r1.w, r4
	mul o2.w, r4.x, r1
	mov o2.x, r2
	end
.end
