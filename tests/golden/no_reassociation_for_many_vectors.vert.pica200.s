.in a v0
.in b v1
.fvec p[4]
.fvec v[4]
.out - position o0	; gl_Position
.out - color o1	; v0
.proc main
	dp4 r0.x, v, a
	dp4 r0.y, v[1], a
	dp4 r0.z, v[2], a
	dp4 r0.w, v[3], a
	dp4 o0.x, p, r0
	dp4 o0.y, p[1], r0
	dp4 o0.z, p[2], r0
	dp4 o0.w, p[3], r0
	dp4 r0.x, v, b
	dp4 r0.y, v[1], b
	dp4 r0.z, v[2], b
	dp4 r0.w, v[3], b
	dp4 o1.x, p, r0
	dp4 o1.y, p[1], r0
	dp4 o1.z, p[2], r0
	dp4 o1.w, p[3], r0
	end
.end
