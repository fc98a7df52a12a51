.in aStart v0
.in aVelocity v1
.in aBirth v2
.fvec uView[4]
.fvec uProjection[4]
.fvec uTime
.fvec uLifetime
.out - position o0	; gl_Position
.out - color o1	; vColor
.setf c95(0.25, 0.5, 1.0, 81.34082)
.setf c94(0.15915489, 3.0, 4.9050293, 6.283142)
.setf c93(70.993164, -41.336914, 0.0, 0.0)
.proc main
	add r0.x, uTime, -aBirth
	rcp r0.y, uLifetime
	mul r0.z, r0.x, r0.y
	flr r0.z, r0
	mad r0.x, -r0.z, uLifetime, r0
	mul r0.zw, r0.x, aVelocity.xxxz
	add r0.zw, r0.wwwz, aStart.zzzx
	mul r1.x, c94.y, r0
	mad r1.y, -r0.x, c94.z, aVelocity
	mad r1.y, r1, r0.x, aStart
	mul r1.x, c94, r1
	add r1.xz, c95.yyx, r1.x
	flr r2.xy, r1.xz
	add r1.xz, r1, -r2.xxy
	add r1.xz, -c95.y, r1
	max r1.xz, r1, -r1
	add r1.xz, c95.x, -r1
	mul r2.xy, r1.xz, r1.xz
	mul r3.xy, c93.x, r2
	mul r3.z, r0.y, r0.x
	add r3.xyw, c95.wwwz, -r3.xyyz
	mad r3.xy, r2, r3, c93.y
	mad r2.xy, r2, r3, c94.w
	mul r1.xz, r1, r2.xxy
	mul r2.xy, r0.z, r1.zx
	mad r1.x, r0.w, r1, -r2
	mad r1.z, r0.w, r1, r2.y
	dph r0.w, r1, uView
	dph r0.z, r1, uView[1]
	dph r0.x, r1, uView[2]
	dph r0.y, r1, uView[3]
	dp4 o0.x, uProjection, r0.wzxy
	dp4 o0.y, uProjection[1], r0.wzxy
	dp4 o0.z, uProjection[2], r0.wzxy
	dp4 o0.w, uProjection[3], r0.wzxy
	mul o1.z, c95.y, r3.w
	mad o1.w, -r3.z, r3.z, c95.z
	mov o1.x, c95.z
	mov o1.y, r3.w
	end
.end
