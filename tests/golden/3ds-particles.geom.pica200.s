.gsh fixed c24 c0 4
.fvec particles
.fvec generator
.fvec seed
.out - position o0	; gl_Position
.out - color o1	; gColor
.out - texcoord0 o2.xy	; gTexCoord0
.setf c95(0.0, 1.0, 2.0, 3.0)
.setb b15 true
.proc main
	mov r0, seed
	mov r1.x, particles
l2:
	cmp c95.x, lt, lt, r1.x
	jmpc !cmp.x, l70
	mul r0, generator.x, r0
	add r0, generator.y, r0
	mul r2, generator.w, r0
	flr r2, r2
	mad r0, -r2, generator.z, r0
	mul r2, generator.w, r0
	mul r1.yzw, c95.z, r2.xxyz
	mul r2.w, particles.z, r2
	add r1, -c95.y, r1.xzyw
	add r2.w, particles, r2
	mul r2.w, particles.y, r2
	flr r2.x, r2.w
	add r2.x, r2.w, -r2
	add r2.w, c95.y, -r2.x
	mul r3.xy, r2.wx, r2.wx
	mul r3.z, c95.w, r2.w
	mul r3, r2.wxwx, r3.zzxy
	mul r3.xy, r2.x, r3
	mul r2, c3.xzwy, r1.y
	mad r2, r1.z, c2, r2.xwyz
	mad r2, r1.w, c4, r2
	add r2, c0, r2
	mul r4, c9, r1.y
	mad r4, r1.z, c8, r4
	mad r4, r1.w, c10, r4
	add r4, c6, r4
	mul r2, r3.z, r2
	mad r2, r3.x, r4, r2
	mul r4.xyz, c1.xyw, r3.z
	mad r4.xyz, r3.x, c7.xyw, r4
	mul r5, c15, r1.y
	mad r5, r1.z, c14, r5
	mad r5, r1.w, c16, r5
	add r5, c12, r5
	mad r2, r3.y, r5, r2
	mad r4.xyz, r3.y, c13.xyw, r4
	mul r5, c21, r1.y
	mad r5, r1.z, c20, r5
	mad r5, r1.w, c22, r5
	add r5, c18, r5
	mad r2, r3.w, r5, r2
	mad r4.xyz, r3.w, c19.xyw, r4
	mul r4.xy, r2.w, r4
	add r5.xy, r2.yx, -r4.yx
	mov o1, r4.z
	mov o2.xy, c95.x
	mov o0.xy, r5.yx
	mov o0.zw, r2
	setemit 2
	emit
	add r5.zw, r2.xxxy, r4.xxxy
	mov o1, r4.z
	mov o2.xy, c95.yx
	mov o0.xy, r5.zx
	mov o0.zw, r2
	setemit 1
	emit
	mov o2.xy, c95
	mov o0.xy, r5.yw
	setemit 0, prim inv
	emit
	mov o2.xy, c95.y
	mov o0.xy, r5.zw
	setemit 2, prim
	emit
	jmpu b15, l2
l70:
	end
.end
