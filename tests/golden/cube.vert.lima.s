load.a 1, load.u 4, mul.m1 ^r0.x ^u.z, add.a0 ^u.y -0, mov.p ^u.x, store.xy $0 ^m1 _
load.a 1, load.u 6, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.x ^a0[-1], mov.p ^u.x, store.xy $0 _ ^m0
load.a 1, load.u 5, mul.m0 ^r0.x ^p[-2], mul.m1 ^r0.y ^u.y, mov.p ^u.x
load.a 0, mul.m0 ^r0[-1].z ^p[-2], mul.m1 ^r0[-1].y ^p[-1], add.a0 ^m1[-2] ^m1[-1], mov.p ^u.x
load.a 1, load.u 5, mul.m0 ^r0[-1].x ^p[-1], mul.m1 ^r0.y ^u.z, add.a0 ^a0[-1] ^r1.y, add.a1 ^m0[-2] ^m1[-1], store.xy $1 _ ^m0, store.zw $1 _ ^a0
load.a 1, load.u 6, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.z ^u.z, add.a0 ^a1[-1] ^m0[-2], add.a1 ^r1.x ^m1[-1], store.xy $0 _ ^a0
load.a 0, load.u 2, mul.m0 ^r0.z ^u.w, mul.m1 ^a0[-1] ^a0[-1], add.a0 ^a1[-1] ^m1[-1], store.zw $0 ^a0 ^m0
load.a 0, mul.m0 ^r0.x ^u.w, mul.m1 ^a0[-1] ^a0[-1], add.a0 ^m1[-1] ^m0[-2], mov.p ^u.y, store.xy $1 ^m0 _
load.a 0, load.u 1, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.y ^u.x, add.a0 ^m1[-1] ^a0[-1], store.xy $0 ^m0 _
load.a 0, load.r1 1, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.y ^u.w, add.a0 ^m1[-1] -0, rsqrt.c ^a0[-1], mov.p ^r1.y
load.r1 1, load.u 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.x ^m1[-1], mov.p ^u.y
load.a 0, load.u 3, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.w ^u.w, add.a0 ^a0[-1] ^r1.w, add.a1 ^p[-2] ^a0[-2], store.xy $1 ^a1 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^r1.x ^m0[-1], mov.p ^m0[-2], store.xy $0 ^p _, store.zw $1 ^m0 _
load.a 0, load.u 3, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.w ^u.y, add.a0 ^a1[-1] ^m1[-1], rcp.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], mov.p ^u.z
load.a 0, load.u 1, mul.m0 ^r0.y ^u.z, mul.m1 ^r1.z ^r1.x, add.a0 ^a0[-2] ^m1[-2], store.xy $1 _ ^m1
load.a 0, load.u 12, mul.m0 ^r1.y ^r1.x, mul.m1 ^r0.x ^p[-2], max.a0 ^m0[-2] -^u.y, mov.p ^u.y
load.r1 1, load.u 9, mul.m0 ^a0[-2] ^u.y, mul.m1 ^r1.w ^r0.x, add.a0 ^m1[-1] ^m0[-2]
load.u 11, mul.m0 ^m0[-2] ^u.x, mul.m1 ^m1[-1] ^u.y, min.a0 ^a0[-2] ^p[-2], mov.p ^u.z, store.xy $0 ^a0 _
load.r1 1, load.u 10, mul.m0 ^a0[-1] ^m0[-2], mul.m1 ^r1.y ^p[-1], add.a0 ^m0[-1] ^m1[-1], add.a1 ^a0[-2] ^r1.z, mov.p ^u.y, store.zw $0 ^a1 _
load.u 2, add.a0 ^m1[-1] ^a0[-1], add.a1 ^m0[-1] ^p[-1], mov.p ^u.x, store.zw $0 _ ^a1
load.a 0, load.u 3, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.w ^u.z, max.a0 -^a0[-1] 0, mov.p ^u.x, store.xy $0 _ ^a0
load.a 0, load.r1 1, load.u 8, mul.m0 ^r0.w ^p[-1], mul.m1 ^a0[-1] ^u.x, add.a0 ^r1.x ^m0[-1], mov.p ^u.w
load.u 7, mul.m1 ^a0[-2] ^p[-1], add.a0 ^m1[-1] ^u.x, add.a1 ^r1.z ^m1[-2], mov.p ^u.w
load.u 8, mul.m1 ^r1.y ^u.z, add.a0 ^m1[-1] ^p[-1], add.a1 ^a0[-2] ^m0[-2], mov.p ^u.y
load.u 9, mul.m0 ^a1[-2] ^u.z, mul.m1 ^r1.y ^p[-1], max.a0 ^a0[-1] 0, max.a1 ^a0[-2] 0, mov.p ^u.x, store.xy $0 _ ^a0, store.zw $0 ^a1 _
load.u 7, mul.m1 ^a1[-2] ^p[-1], add.a0 ^m1[-1] ^u.y, add.a1 ^m1[-2] ^u.z, mov.p ^r1.x
mul.m0 ^p[-1] ^m1[-1], mul.m1 ^p[-1] ^m0[-2], max.a0 ^a1[-1] 0, max.a1 ^a0[-1] 0, store.xy $0 ^a0 _
load.u 10, add.a0 ^m1[-1] ^u.z, add.a1 ^m0[-1] ^u.x, mov.c ^p[-2], mov.p ^r1.w, store.xy v0 ^a1 ^p, store.zw v0 ^a0 ^c
load.u 12, min.a0 ^r1.z ^u.x, min.a1 ^a1[-2] ^u.x, store.xy v1 ^a0 ^a1
load.a 2, load.u 12, min.a0 ^r1.x ^u.x, min.a1 ^r1.y ^u.x, mov.c ^r0.x, mov.p ^r0.y, store.xy v2 ^c ^p, store.zw v1 ^a0 ^a1
