.in aPosition v0
.in aNormal v1
.in aTexCoord v2
.in aBoneIndex v3
.in aBoneWeight v4
.fvec uViewProjection[4]
.fvec uBones[36]
.fvec uLightDirection
.out - position o0	; gl_Position
.out - color o1	; vColor
.out - texcoord0 o2.xy	; vTexCoord
.setf c95(0.0, 0.20000076, 0.80000305, 1.0)
.setf c94(3.0, 0.0, 0.0, 0.0)
.proc main
	max r0.xy, c95.x, aBoneIndex
	flr r0.xy, r0
	mul r0.xy, c94.x, r0
	mova a0.x, r0
	dp4 r1.x, uBones[a0.x], aPosition
	dp4 r1.y, uBones[a0.x+1], aPosition
	dp4 r1.z, uBones[a0.x+2], aPosition
	mova a0.y, r0
	dp4 r2.x, uBones[a0.y], aPosition
	dp4 r2.y, uBones[a0.y+1], aPosition
	dp4 r2.z, uBones[a0.y+2], aPosition
	mul r1.xyz, r1, aBoneWeight.x
	mad r1.xyz, r2, aBoneWeight.y, r1
	dp3 r2.x, uBones[a0.x], aNormal
	dp3 r2.y, uBones[a0.x+1], aNormal
	dp3 r2.z, uBones[a0.x+2], aNormal
	dp3 r0.x, uBones[a0.y], aNormal
	dp3 r0.z, uBones[a0.y+1], aNormal
	dp3 r0.y, uBones[a0.y+2], aNormal
	mul r2.xyz, r2, aBoneWeight.x
	mad r0.xyz, r0.xzy, aBoneWeight.y, r2
	dp3 r2.x, r0, r0
	rsq r2.x, r2
	mul r0.xyz, r0, r2.x
	dph o0.x, r1, uViewProjection
	dph o0.y, r1, uViewProjection[1]
	dph o0.z, r1, uViewProjection[2]
	dph o0.w, r1, uViewProjection[3]
	dp3 r0.x, uLightDirection, r0
	max r0.x, c95, -r0
	mul r0.x, c95.z, r0
	add r0.x, c95.y, r0
	mov o1.xyz, r0.x
	mov o1.w, c95
	mov o2.xy, aTexCoord
	end
.end
