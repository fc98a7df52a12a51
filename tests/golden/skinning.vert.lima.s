load.a 3, max.a0 ^r0.y 0
floor.a0 ^a0[-1]
load.u 43, mul.m1 ^a0[-1] ^u.x
setA2.c ^m1[-1]
load.a 3, max.a0 ^r0.x 0
floor.a0 ^a0[-1]
load.u 43, mul.m1 ^a0[-1] ^u.x
load.a 0, load.u 5+A2, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.z ^u.z, setA1.c ^m1[-1], store.xy $0 ^m1 _, store.zw $0 ^m0 _
load.a 1, load.u 4+A2, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0[-1].z ^u.z, add.a0 ^u.y -0, mov.p ^u.x, store.xy $0 _ ^m1, store.zw $0 _ ^m0
load.a 0, load.u 5+A2, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].y ^u.y, mov.p ^u.w
load.a 1, load.u 5+A2, mul.m0 ^r0[-1].y ^a0[-2], mul.m1 ^r0[-1].x ^p[-2], mov.p ^u.z
load.a 0, load.u 5+A1, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0[-1].z ^p[-1], add.a0 ^m0[-2] ^m1[-2], mov.p ^u.y
load.a 1, load.u 5+A2, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0[-1].x ^u.x, add.a0 ^r1.y ^r1.w, add.a1 ^m1[-2] ^m0[-2], store.zw $2 ^m0 _
load.a 0, load.u 6+A2, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].x ^u.x, add.a0 ^m1[-2] ^a0[-2], add.a1 ^r1.x ^m0[-2], store.xy $0 ^m1 ^m0
load.a 4, load.u 6+A2, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0[-1].y ^u.y, add.a0 ^a1[-2] ^a0[-2], add.a1 ^m1[-2] ^r1.z, store.xy $2 _ ^m0, store.zw $2 _ ^m1
load.a 1, mul.m0 ^a0[-1] ^r0[-1].y, mul.m1 ^a0[-2] ^r0[-1].y, add.a0 ^a1[-1] ^a1[-2], store.xy $2 ^m1 _, store.zw $1 _ ^m0
load.a 4, load.u 4+A2, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^a0[-1] ^r0.y, store.xy $1 ^m1 _, store.zw $1 ^m0 _
load.a 1, load.u 5+A1, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.x ^u.x, add.a0 ^r1.x ^r1.y, store.xy $1 _ ^a0
load.a 0, load.r1 2, load.u 4+A1, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].y ^u.y, add.a0 ^m1[-1] ^r1.z, store.zw $2 ^m0 _
load.a 4, load.u 6+A2, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].z ^u.z, add.a0 ^m0[-2] ^a0[-1], mov.p ^m1[-1]
load.a 1, load.r1 2, load.u 6+A1, mul.m0 ^r0.x ^u.x, mul.m1 ^a0[-1] ^r0[-1].x, add.a0 ^m1[-1] ^r1.y, add.a1 ^m0[-1] ^r1.w, mov.p ^u.y, store.xy $2 _ ^m0, store.zw $2 _ ^m1
load.a 0, load.r1 2, load.u 4+A1, mul.m0 ^r0[-1].y ^p[-1], mul.m1 ^r0[-1].z ^u.z, add.a0 ^a1[-1] ^a0[-1], add.a1 ^r1.z ^p[-2], store.zw $2 ^a0 _
load.a 1, load.u 6+A1, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].x ^u.x, add.a0 ^m1[-1] ^a1[-1], mov.p ^u.z
load.a 4, load.r1 2, load.u 4+A2, mul.m0 ^r0[-1].z ^p[-1], mul.m1 ^r0[-1].y ^u.y, add.a0 ^m1[-1] ^m0[-1], add.a1 ^r1.y ^m0[-2], store.xy $2 _ ^a0
load.a 1, load.r1 1, load.u 4+A2, mul.m0 ^r0.z ^u.z, mul.m1 ^a0[-2] ^r0[-1].x, add.a0 ^r1.z ^m1[-1], store.zw $1 ^m1 _
load.a 4, load.r1 2, load.u 6+A2, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r1.z ^r0.y, add.a0 ^m0[-1] ^a0[-1], add.a1 ^m0[-2] ^a1[-2], store.zw $2 ^m1 _
load.a 0, load.r1 2, load.u 5+A1, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.z ^u.z, add.a0 ^r1.w -0, mov.p ^r1.x, store.xy $0 _ ^m0, store.zw $2 _ ^m1
load.a 4, load.r1 1, mul.m0 ^a0[-2] ^r0.y, mul.m1 ^a1[-2] ^r0.x, add.a0 ^m0[-2] ^r1.y, store.xy $1 _ ^m1
load.a 0, load.r1 1, load.u 4+A1, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.y, add.a0 ^m0[-1] ^r1.z, add.a1 ^p[-2] ^a0[-2], store.xy $2 ^a1 _, store.zw $1 ^a0 _
load.a 4, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^a0[-2] ^r0.y, store.xy $0 ^m0 _
load.a 0, load.r1 1, load.u 4+A1, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.w ^u.w, add.a0 ^m1[-1] ^r1.y, add.a1 ^m0[-2] ^m1[-2], store.xy $1 _ ^a0
load.r0 2, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.x ^r0.x, add.a0 ^m0[-1] ^m1[-1], mov.p ^r1.y
load.a 0, load.u 6+A1, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.z ^u.z, add.a0 ^r1.x ^m1[-1], add.a1 ^a1[-2] ^a0[-1]
load.a 0, load.r1 2, load.u 5+A1, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.y, add.a0 ^m0[-2] ^a0[-1], add.a1 ^r1.w ^p[-2]
load.a 4, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^a1[-2] ^r0.x, add.a0 ^m0[-1] ^m1[-1], add.a1 ^m1[-2] ^m0[-2], rsqrt.c ^a0[-1]
load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.y ^a1[-1], add.a1 ^a0[-1] ^a1[-2]
load.a 4, load.r1 1, mul.m0 ^a1[-1] ^r0.x, mul.m1 ^a0[-1] ^r0.x, add.a0 ^r1.w ^m1[-2], mov.p ^u.z, store.xy $2 _ ^a0
load.r1 1, load.u 3, mul.m0 ^m0[-2] 1, mul.m1 ^a0[-1] ^p[-1], add.a0 ^r1.x ^m0[-1], mov.p ^u.z, store.xy $1 ^a0 _, store.zw $1 _ ^m0
load.r1 2, load.u 1, mul.m1 ^a0[-1] ^u.z, add.a0 ^m1[-1] ^p[-1], add.a1 ^r1.z ^m1[-2], store.xy $0 _ ^a1
load.r1 2, load.u 2, mul.m0 ^a1[-1] ^u.y, mul.m1 ^a1[-1] ^u.z, add.a0 ^a0[-1] ^m1[-1], mov.p ^r1.y, store.zw $0 _ ^m0
load.r1 1, mul.m0 ^r1.y ^r1.w, mul.m1 ^p[-1] ^u.w, add.a0 ^u.y -0, add.a1 ^a0[-1] ^m1[-1], mov.p ^u.x, store.xy $0 ^a1 _, store.zw $0 ^m0 _
load.r1 1, load.u 3, mul.m0 ^p[-2] ^a0[-1], mul.m1 ^p[-2] ^p[-1], add.a0 ^r1.x -0, mov.p ^u.w, store.xy $1 _ ^m0
load.u 1, mul.m0 ^a0[-1] ^u.y, mul.m1 ^a0[-1] ^u.w, add.a0 ^m1[-2] ^p[-1], mov.p ^u.x, store.xy $1 ^m0 _
load.u 3, mul.m1 ^a0[-2] ^p[-1], add.a0 ^m1[-2] ^u.x
load.u 2, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.y ^u.x, add.a0 ^a0[-2] ^m1[-2], store.xy $0 _ ^m1
load.r0 2, load.r1 1, load.u 3, mul.m0 ^r0.x ^r1.w, mul.m1 ^r1.z ^r1.w, add.a0 ^a0[-2] ^m1[-2], mov.p ^u.y
load.r0 1, load.u 42, mul.m0 ^m0[-1] ^u.y, mul.m1 ^r1.z ^u.z, add.a0 ^a0[-2] ^m0[-2], add.a1 ^r0.y ^p[-1], store.zw $0 ^m1 _
load.u 42, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^m1[-2] ^u.x, add.a0 ^a0[-2] ^r1.y, rcp.c ^a0[-1], store.xy $0 _ ^a0
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-1] ^m0[-2], add.a1 ^a1[-2] ^r1.x
load.u 43, add.a0 ^r1.z ^a0[-1], add.a1 ^a1[-1] ^r1.w, mov.p ^u.w
load.u 40, mul.m0 ^r1.x ^u.z, mul.m1 ^a1[-1] ^u.y, max.a0 -^a0[-1] 0, max.a1 ^m0[-2] -^p[-1], mov.p ^u.x, store.xy $0 ^m1 _
load.u 43, mul.m0 ^r1.y ^p[-1], mul.m1 ^a0[-1] ^u.y, min.a0 ^a1[-1] ^u.w
load.a 2, load.u 43, mul.m0 ^a0[-1] ^m0[-1], mul.m1 ^a0[-1] ^m0[-2], add.a0 ^m1[-1] ^u.z, mov.c ^r0.x, mov.p ^r0.y, store.xy v2 ^c ^p, store.zw v1 ^a0 _
load.u 41, mul.m0 ^a0[-2] ^r1.x, mul.m1 ^a0[-2] 1, add.a0 ^u.y -0, add.a1 ^m1[-1] ^u.z, mov.c ^a0[-1], mov.p ^u.x, store.xy v1 ^c ^c, store.zw v0 ^a1 ^m1
load.u 44, add.a0 ^m0[-2] ^p[-1], add.a1 ^m0[-1] ^a0[-1], mov.c ^u.x, store.xy v0 ^a0 ^a1, store.zw v1 _ ^c
