load.a 3, load.u 44, max.a0 ^r0.x 0, max.a1 ^r0.y 0, mov.p ^u.w, store.zw v1 _ ^p
load.a 2, mul.m1 ^r0.y 1, floor.a0 ^a0[-1], floor.a1 ^a1[-1], mov.p ^r0.x, store.xy v2 ^p ^m1
load.u 44, mul.m0 ^a1[-1] ^u.x, mul.m1 ^a0[-1] ^u.x, store.xy $0 ^m0 _
setA1.c ^m1[-1]
setA2.c ^m0[-2]
nop
nop
load.a 4, load.u 4+A1, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.x, store.xy $0 ^m1 ^m0
load.u 4+A2, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].y ^u.x
load.a 4, load.u 5+A2, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.x, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2], store.xy $0 ^m1 ^m0, store.zw $0 ^a0 ^a1
load.u 5+A1, mul.m0 ^r0[-1].x ^u.y, mul.m1 ^r0[-1].x ^u.x
load.a 4, load.u 4+A2, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.y ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $1 ^a0 ^a1
load.u 4+A1, mul.m0 ^r0[-1].x ^u.w, mul.m1 ^r0[-1].x ^u.z
load.a 4, load.u 5+A2, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.y ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $2 ^a0 ^a1
load.u 5+A1, mul.m0 ^r0[-1].x ^u.w, mul.m1 ^r0[-1].x ^u.z
load.a 4, load.u 6+A2, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $3 ^a0 ^a1
load.u 6+A1, mul.m0 ^r0[-1].x ^u.y, mul.m1 ^r0[-1].x ^u.x
load.a 4, load.u 6+A2, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.y ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $4 ^a0 ^a1
load.u 6+A1, mul.m0 ^r0[-1].x ^u.w, mul.m1 ^r0[-1].x ^u.z
load.a 1, mul.m0 ^r1.w ^r0.y, mul.m1 ^r1.z ^r0.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 1, mul.m0 ^r1.w ^r0[-1].y, mul.m1 ^r1.z ^r0[-1].x, add.a0 ^m1[-1] ^m0[-1], store.xy $1 ^a0 _
load.a 1, load.r1 2, mul.m0 ^a0[-2] ^r0.z, mul.m1 ^r1.z ^r0.z, add.a0 ^m1[-1] ^m0[-1], store.xy $1 _ ^a0, store.zw $5 ^m0 _
load.r0 4, load.r1 3, mul.m0 ^r0.z ^r0[-1].x, mul.m1 ^r1.z ^r0[-1].z, add.a0 ^m1[-1] ^a0[-2], store.xy $1 ^m0 _, store.zw $5 _ ^a0
load.a 1, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0[-1].w ^r0.y, add.a0 ^m1[-1] ^a0[-2], store.xy $1 _ ^a0, store.zw $6 ^m0 _
load.a 0, mul.m0 ^r1.w ^r0.y, mul.m1 ^r1.z ^r0.x, add.a0 ^m0[-2] ^m1[-1]
load.r0 5, load.r1 2, mul.m0 ^r1.w ^r0[-1].w, mul.m1 ^r1.z ^r0[-1].z, add.a0 ^r0.z ^a0[-1], add.a1 ^m1[-1] ^m0[-1], store.zw $0 ^a0 ^a1
load.a 0, load.r1 1, mul.m0 ^r1.z ^r0.x, mul.m1 ^r1.y ^r1.y, add.a0 ^m1[-1] ^m0[-1], store.xy $4 ^m1 ^m0
load.r0 3, load.r1 1, mul.m0 ^r0.z ^r0[-1].z, mul.m1 ^r1.w ^r0[-1].y, add.a0 ^a1[-2] ^a0[-1], store.xy $1 ^a0 _, store.zw $0 _ ^m0
load.a 0, mul.m0 ^r1.z ^r1.z, mul.m1 ^r0[-1].w ^r0.w, add.a0 ^m0[-2] ^m1[-1], store.zw $1 ^m0 ^a0
load.r0 4, load.r1 6, mul.m0 ^r0.w ^r0[-1].y, mul.m1 ^r0.z ^r0[-1].x, add.a0 ^r1.z ^r0.x, add.a1 ^m0[-2] ^m1[-1], store.xy $5 ^m0 _, store.zw $0 _ ^m1
load.a 0, mul.m0 ^r1.y ^r0.w, mul.m1 ^r1.x ^r0.z, add.a0 ^m0[-2] ^a0[-1], add.a1 ^a0[-2] ^a1[-1], store.zw $1 ^a1 _
load.r1 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.x ^u.w, add.a0 ^m1[-2] ^m0[-2], add.a1 ^m1[-1] ^m0[-1], rsqrt.c ^a0[-1]
load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^a1[-1], add.a1 ^m1[-1] ^u.w, store.xy $0 ^a1 _, store.zw $1 _ ^a0
load.r1 1, load.u 1, mul.m0 ^r1.z ^u.x, mul.m1 ^r1.z ^u.w, store.xy $0 _ ^m0
load.u 2, mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, add.a0 ^a1[-2] ^m1[-1], mov.p ^m0[-2], store.xy $0 ^p _, store.zw $0 _ ^m0
load.r0 1, load.r1 5, mul.m0 ^r0.y ^p[-1], mul.m1 ^r1.w ^p[-1], add.a0 ^a0[-1] ^m1[-1], store.xy $1 _ ^m1, store.zw $2 ^m0 ^a0
mul.m0 ^r0[-1].x ^u.y, mul.m1 ^r0[-1].x ^u.x, store.xy $2 ^m1 ^m0
load.r1 1, mul.m0 ^r0.z ^r0.x, mul.m1 ^r1.x ^u.z, store.xy $1 ^m1 _, store.zw $0 ^m0 _
load.r1 2, load.u 3, complex2.m0 ^r1.w ^r1.w, add.a0 ^m1[-2] ^u.x, add.a1 ^m0[-2] ^u.y, rcp.c ^r1.w, store.xy $0 ^a1 _
load.r1 2, load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 ^m1[-2] ^u.z, add.a1 ^a0[-1] ^r0.y, store.xy $0 _ ^a0
load.r1 1, load.u 1, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y, add.a0 ^a1[-1] ^r0[-1].w, store.xy $1 ^a0 _, store.zw $0 _ ^m1
load.r0 2, load.r1 1, load.u 42, mul.m0 ^r0.z ^u.y, mul.m1 ^r1.y ^u.x, add.a0 ^a0[-2] ^m0[-1], mov.p ^m0[-2], store.xy $0 _ ^p, store.zw $1 ^a0 _
load.r0 1, load.u 2, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x ^m1[-2], add.a1 ^m1[-1] ^m0[-1], store.xy $0 ^a1 _
load.u 42, mul.m1 ^r1.z ^u.z, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a0[-2] ^m0[-1], store.xy $1 _ ^a0, store.zw $1 ^a1 _
load.u 43, add.a0 ^m1[-1] ^a1[-2], clamp.p ^r1.y, store.xy $0 ^p _, store.zw v0 _ ^p
load.r1 1, load.u 40, mul.m0 ^a0[-2] ^u.y, mul.m1 ^r1.x ^u.x, max.a0 -^a0[-1] 0, store.xy $0 _ ^a0, store.zw $0 ^m0 _
load.r1 1, load.u 40, mul.m0 ^p[-2] ^m1[-1], mul.m1 ^r1.z ^u.z, store.xy $1 ^m0 _, store.zw $0 _ ^m1
load.u 44, mul.m0 ^r1.x ^m0[-2], mul.m1 ^a0[-2] ^u.y, store.xy $1 _ ^m0
load.u 44, mul.m1 ^r1.x ^m1[-2], add.a0 ^m1[-1] ^u.z, store.xy v1 ^a0 ^a0, store.zw v1 ^a0 _
load.r1 1, load.u 41, add.a0 ^r1.x ^u.x, add.a1 ^m0[-2] ^u.y, store.xy v0 ^a0 ^a1
load.u 41, add.a0 ^m1[-2] ^u.z, store.zw v0 ^a0 _
