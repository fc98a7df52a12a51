.in a v0
.fvec bone[48]
.fvec weight[12]
.out - position o0	; gl_Position
.setf c95(0.0, 1.0, 0.0, 0.0)
.seti i3(11, 0, 4, 0)
.proc main
	mov r0, c95.x
	mov r1.x, c95
	for i3
		dp4 r2.x, bone[aL], a
		dp4 r2.y, bone[aL+1], a
		dp4 r2.z, bone[aL+2], a
		dp4 r2.w, bone[aL+3], a
		mova a0.x, r1
		mad r0, r2, weight[a0.x].wzyx, r0
		add r1.x, c95.y, r1
	.end
	mov o0, r0
	end
.end
