.in aPosition v0
.in aNormal v1
.in aTexCoord v2
.fvec uModelViewProjection[4]
.fvec uNormalMatrix[3]
.fvec uLightDirection
.fvec uAmbient
.fvec uDiffuse
.out - position o0	; gl_Position
.out - color o1	; vColor
.out - texcoord0 o2.xy	; vTexCoord
.setf c95(0.0, 1.0, 0.0, 0.0)
.proc main
	dp4 o0.x, uModelViewProjection, aPosition
	dp4 o0.y, uModelViewProjection[1], aPosition
	dp4 o0.z, uModelViewProjection[2], aPosition
	dp4 o0.w, uModelViewProjection[3], aPosition
	dp3 r0.x, uNormalMatrix, aNormal
	dp3 r0.y, uNormalMatrix[1], aNormal
	dp3 r0.z, uNormalMatrix[2], aNormal
	dp3 r0.w, r0, r0
	rsq r0.w, r0.w
	mul r0.xyz, r0, r0.w
	dp3 r0.x, uLightDirection, r0
	max r0.x, c95, -r0
	mul r0, uDiffuse, r0.x
	add r0, uAmbient, r0
	max r0, c95.x, r0
	min o1, c95.y, r0
	mov o2.xy, aTexCoord
	end
.end
