.in a v0
.fvec place[13]
.fvec color[12]
.out - position o0	; gl_Position
.setf c95(0.0, 0.5, 0.0, 0.0)
.seti i3(11, 0, 1, 0)
.proc main
	mov r0, c95.x
	for i3
		add r1.xyz, place[aL], -a
		dp3 r1.x, r1, r1
		mul r1.x, place[aL+1].w, r1
		max r1.x, c95.y, r1
		rcp r1.x, r1
		mad r0, r1.x, color[aL], r0
	.end
	mov o0, r0
	end
.end
