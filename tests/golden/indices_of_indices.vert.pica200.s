.in a v0
.in b v1
.fvec u
.fvec w
.out - position o0	; gl_Position
.out - color o1	; v
.setf c2(4.0, 0.0, 0.0, 0.0)
.setf c3(0.5, 0.0, 0.0, 0.0)
.setf c4(-1.0, 0.0, 0.0, 0.0)
.setf c5(0.5, 0.0, 0.0, 0.0)
.setf c95(0.0, 0.5, 1.0, -8.0)
.setf c94(3.0, 8.0, 0.0, 0.0)
.proc main
	cmp c95.x, le, le, a.x
	ifc cmp.x
		mov r0.x, -c95.z
	.else
		mov r0.x, b.y
	.end
	mul r0.x, c95.y, r0
	mov r0.yz, c95.yyx
	mul r0.y, u.x, r0
	flr r0.xy, r0
	max r0.x, c95.w, r0
	min r0.x, -c95.w, r0
	add r0.x, r0, a.z
	max r0.xy, c95.wx, r0
	min r0.xw, c94.yyyx, r0.xxxy
	add r0.y, w.x, b
	mul r1.xy, c95.y, r0
	flr r0.y, r1.x
	max r0.xy, c95.x, r0.yx
	min r0.xy, c94.x, r0.yx
	mova a0.x, r0
	max r0.x, c2[a0.x], r0.z
	min r0.x, c94, r0
	flr o1.w, r1.y
	mova a0.y, r0.w
	mov o1.x, c2[a0.y]
	mova a0.x, r0.y
	mov o1.y, c2[a0.x].x
	mova a0.y, r0.x
	mov o1.z, c2[a0.y].x
	mov o0.xzw, c95.xxxz
	mov o0.y, a
	end
.end
