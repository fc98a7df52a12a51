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
	mul r1, uBones[a0.x], aBoneWeight.x
	mova a0.y, r0
	mad r1, aBoneWeight.y, uBones[a0.y].wxyz, r1.wxyz
	dp4 r0.z, r1.yzwx, aPosition
	mul r2, uBones[a0.x+1], aBoneWeight.x
	mad r2, aBoneWeight.y, uBones[a0.y+1].wxyz, r2.wxyz
	dp4 r0.w, r2.yzwx, aPosition
	mul r3, uBones[a0.x+2], aBoneWeight.x
	mad r3, aBoneWeight.y, uBones[a0.y+2].wxyz, r3.wxyz
	dp4 r0.y, r3.yzwx, aPosition
	dp3 r1.y, r1.yzw, aNormal
	dp3 r1.z, r2.yzw, aNormal
	dp3 r1.w, r3.yzw, aNormal
	dp3 r3.y, r1.yzw, r1.yzw
	rsq r3.y, r3.y
	mul r1.yzw, r1, r3.y
	dph o0.x, r0.zwy, uViewProjection
	dph o0.y, r0.zwy, uViewProjection[1]
	dph o0.z, r0.zwy, uViewProjection[2]
	dph o0.w, r0.zwy, uViewProjection[3]
	dp3 r1.y, uLightDirection, r1.yzw
	max r1.y, c95.x, -r1
	mul r1.y, c95.z, r1
	add r1.y, c95, r1
	mov o1.xyz, r1.y
	mov o1.w, c95
	mov o2.xy, aTexCoord
	end
.end
