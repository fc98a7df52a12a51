.in a v0
.in b v1
.out - position o0	; gl_Position
.out - color o1	; vSums
.setf c95(2.0, 0.0, 0.0, 0.0)
.proc main
	add r0, a.xyzx, a.yzw
	add o1, r0, a.zwxy
	mul o0, c95.x, b
	end
.end
