.gsh point c0
.out - position o0	; gl_Position
.out - color o1	; gColor
.out - texcoord0 o2.xy	; gTexCoord0
.setf c95(0.0, 1.0, 0.0, 0.0)
.proc main
	cmp c95.x, ge, ge, v0.w
	ifc !cmp.x
		mov r0.xy, -v1
		mov o1, v2
		mov o2.xy, c95.x
		mov o0.zw, v0
		mov r0.zw, v1.xxxy
		add r0, v0.yxxy, r0.yxzw
		mov o0.xy, r0.yx
		setemit 2
		emit
		mov o1, v2
		mov o2.xy, c95.yx
		mov o0.xy, r0.zx
		mov o0.zw, v0
		setemit 1
		emit
		mov o2.xy, c95
		mov o0.xy, r0.yw
		setemit 0, prim inv
		emit
		mov o2.xy, c95.y
		mov o0.xy, r0.zw
		setemit 2, prim
		emit
	.end
	end
.end
