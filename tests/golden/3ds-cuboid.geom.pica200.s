.gsh fixed c95 c0 8
.out - position o0	; gl_Position
.out - color o1	; gColor
.proc main
	mov o1, c1
	mov o0, c0
	setemit 2
	emit
	mov o1, c9
	mov o0, c8
	setemit 1
	emit
	mov o1, c5
	mov o0, c4
	setemit 0, prim inv
	emit
	mov o1, c13
	mov o0, c12
	setemit 2, prim
	emit
	mov o1, c7
	mov o0, c6
	setemit 1, prim inv
	emit
	mov o1, c15
	mov o0, c14
	setemit 0, prim
	emit
	mov o1, c3
	mov o0, c2
	setemit 2, prim inv
	emit
	mov o1, c11
	mov o0, c10
	setemit 1, prim
	emit
	mov o1, c1
	mov o0, c0
	setemit 0, prim inv
	emit
	mov o1, c9
	mov o0, c8
	setemit 2, prim
	emit
	mov o1, c13
	mov o0, c12
	setemit 0, prim inv
	emit
	mov o1, c15
	mov o0, c14
	setemit 2, prim
	emit
	mov o1, c3
	mov o0, c2
	setemit 2
	emit
	mov o1, c1
	mov o0, c0
	setemit 1
	emit
	mov o1, c7
	mov o0, c6
	setemit 0, prim inv
	emit
	mov o1, c5
	mov o0, c4
	setemit 2, prim
	emit
	end
.end
