.in a_index v0
.in a_other v1
.out - position o0	; gl_Position
.out - color o1	; v
.out - texcoord0 o2.x	; v_single
.setf c0(0.5, 1.0, 2.0, 3.0)
.setf c1(1.0, 1.0, 1.0, 1.0)
.setf c2(-4.0, 5.0, 0.25, 7.0)
.setf c3(8.0, 9.0, 10.0, 11.5)
.setf c4(7.0, 0.0, 0.0, 0.0)
.setf c5(11.0, 0.0, 0.0, 0.0)
.setf c6(13.0, 0.0, 0.0, 0.0)
.setf c7(17.0, 0.0, 0.0, 0.0)
.setf c8(0.0, 0.0, 0.0, 0.0)
.setf c9(0.0, 0.0, 0.0, 0.0)
.setf c10(0.0, 0.0, 0.0, 0.0)
.setf c11(0.0, 0.0, 0.0, 0.0)
.setf c12(0.0, 0.0, 0.0, 0.0)
.setf c13(-8.5, 0.0, 0.0, 0.0)
.setf c95(3.0, 4.0, 0.0, 1.0)
.proc main
	max r0.x, c95.z, a_index
	max r0.y, c95.z, a_other.x
	min r0.xy, c95.yx, r0.yx
	mova a0.x, r0
	mov r0.z, c9[a0.x].x
	add o2.x, c4[a0.x], r0.z
	mova a0.y, r0
	mov o1, c0[a0.y]
	mov o0, c95.w
	end
.end
