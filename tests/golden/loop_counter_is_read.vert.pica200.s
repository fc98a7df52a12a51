.in a v0
.fvec list[48]
.out - position o0	; gl_Position
.setf c95(0.0, 3.0, 0.0, 0.0)
.seti i3(14, 0, 3, 0)
.proc main
	mov r0, c95.x
	mov r1.x, c95.y
	for i3
		cmp list[aL+2].x, lt, lt, a.x
		ifc cmp.x
			add r0.x, r0, r1
		.else
			cmp list[aL+3].y, lt, lt, a.y
			ifc cmp.x
				mov r2, list[aL].wzyx
				mul r2, list[aL+3], r2
				add r0, r0, r2
			.else
				mova a0.x, -r1
				add r0.yz, list[a0.x+47], r0
			.end
			mul r2.x, list[aL+3].z, r1
			flr r2.y, r2.x
			add r2.x, r2, -r2.y
			add r0.w, r0, r2.x
		.end
		add r1.x, c95.y, r1
	.end
	mov o0, r0
	end
.end
