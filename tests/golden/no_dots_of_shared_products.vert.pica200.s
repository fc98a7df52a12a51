.in a v0
.in b v1
.out - position o0	; gl_Position
.out - color o1	; v
.proc main
	mov r0, b
	mul r0, a, r0
	add r1.xy, r0, r0.yz
	add o1.xy, r0.zw, r1
	mov o1.zw, r0.xxxw
	mov o0, r0
	end
.end
