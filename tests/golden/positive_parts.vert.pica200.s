.in a v0
.fvec u
.out - position o0	; gl_Position
.setf c95(0.0, 3.0, 7.0, 0.0)
.proc main
	mov r0.x, c95
	max o0.x, u, r0
	max r0.x, u.z, r0
	max r0.y, c95.x, a.x
	cmp c95.x, le, le, a.x
	ifc cmp.x
		mad r0.z, r0.x, r0.x, c95
		rsq r0.z, r0.z
		mul o0.w, r0.z, a.y
	.else
		mul r0.z, c95.y, r0.x
		mov o0.w, -r0.z
	.end
	add o0.z, r0.y, a
	mov o0.y, r0.x
	end
.end
