.in a v0
.in b v1
.fvec m[4]
.bool flag
.out - position o0	; gl_Position
.out - color o1	; vColor
.setf c95(0.25, 1.0, 2.0, 0.0)
.proc main
	mov r0.xyz, b
	add r0.xyz, a.yzx, r0
	dp3 r0.w, r0, r0
	rsq r0.w, r0.w
	mul r0.xyz, r0, r0.w
	mul r1.xyz, r0.zxy, a.yzx
	mad r1.xyz, r0.yzx, a.zxy, -r1
	mul r1.xyz, r1, b.w
	dp3 r0.x, r0, a
	dp3 r0.y, r1, r1
	rsq r0.y, r0.y
	mad r0.xyz, r0.y, c95.x, r0.x
	mad r0.xyz, r0, r1, a
	ifu flag
		mul r0.xyz, c95.z, r0
		add r1.xyz, r0.yzx, b
		dp3 r0.w, r1, r1
		rsq r0.w, r0.w
		mul r1.xyz, r1, r0.w
		mul r2.xyz, r0.yzx, r1.zxy
		mad r2.xyz, r0.zxy, r1.yzx, -r2
		mul r2.xyz, r2, b.w
		dp3 r1.x, r0, r1
		dp3 r1.y, r2, r2
		rsq r1.y, r1.y
		mad r1.xyz, r1.y, c95.x, r1.x
		mad r0.xyz, r1, r2, r0
	.end
	add r0.xyz, r0, b.zzx
	add r1.xyz, r0.yzx, b
	dp3 r2.x, r1, r1
	rsq r2.x, r2
	mul r1.xyz, r1, r2.x
	mul r2.xyz, r0.yzx, r1.zxy
	mad r2.xyz, r0.zxy, r1.yzx, -r2
	mul r2.xyz, r2, b.w
	dp3 r1.x, r0, r1
	dp3 r1.y, r2, r2
	rsq r1.y, r1.y
	mad r1.xyz, r1.y, c95.x, r1.x
	mad r0.xyz, r1, r2, r0
	add r1.xyz, r0.yzx, b
	dp3 r2.x, r1, r1
	rsq r2.x, r2
	mul r1.xyz, r1, r2.x
	mul r2.xyz, r0.yzx, r1.zxy
	mad r2.xyz, r0.zxy, r1.yzx, -r2
	mul r2.xyz, r2, b.w
	dp3 r1.x, r0, r1
	dp3 r1.y, r2, r2
	rsq r1.y, r1.y
	mad r1.xyz, r1.y, c95.x, r1.x
	mad o1.xyz, r1, r2, r0
	dph o0.x, r0, m
	dph o0.y, r0, m[1]
	dph o0.z, r0, m[2]
	dph o0.w, r0, m[3]
	mov o1.w, c95.y
	end
.end
