load.a 0, mul.m1 ^r0.x ^u.z, mov.p ^u.x, store.zw $0 _ ^m1
load.a 0, load.u 1, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.y ^u.x, mov.p ^u.w, store.xy $0 ^m0 _
load.a 0, load.u 2, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.z ^u.w, add.a0 ^m1[-1] -0, mov.p ^u.y, store.xy $0 _ ^m1
load.a 0, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.z ^p[-1], mov.p ^u.y, store.zw $0 ^m1 _
load.a 0, load.u 1, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.y ^u.y, add.a0 ^r1.x ^a0[-2], add.a1 ^m0[-1] ^m0[-2], mov.p ^u.z, store.xy $0 ^a0 _
load.a 0, load.u 3, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.w ^u.y, add.a0 ^a1[-1] ^r1.y, mov.p ^u.w, store.xy $0 _ ^m1
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.w ^p[-1], add.a0 ^m0[-2] ^m1[-2], mov.p ^u.x
load.a 0, load.u 3, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.w ^u.z, add.a0 ^a0[-2] ^m1[-1], add.a1 ^r1.w ^m0[-2]
load.a 0, load.u 3, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.w ^u.x, add.a0 ^a1[-1] ^m0[-2], add.a1 ^a0[-2] ^r1.z, rcp.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.x ^m0[-2], add.a1 ^a0[-1] ^m1[-2], store.xy $0 ^a1 _
load.u 4, add.a0 ^a0[-1] ^m1[-2], add.a1 ^a1[-2] ^r1.y, mov.p ^u.x
load.u 6, mul.m1 ^a0[-1] ^p[-1], max.a0 ^m0[-2] -^u.z, mov.p ^u.z, store.xy $0 _ ^m1
load.a 1, load.u 4, mul.m0 ^r1.x ^u.z, mul.m1 ^a1[-2] ^u.y, min.a0 ^a0[-1] ^p[-1], store.xy $0 ^a0 _
load.a 0, load.u 6, mul.m0 ^r0.y ^u.x, mul.m1 ^a0[-1] ^m1[-1], add.a0 ^r0[-1].y -0, mov.c ^r0[-1].x, mov.p ^u.y, store.xy v1 ^c ^a0
load.u 5, mul.m0 ^a0[-2] ^m0[-2], mul.m1 ^a0[-2] ^r1.y, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^p[-1], store.xy v2 ^a1 _
load.u 5, add.a0 ^m0[-1] ^u.z, add.a1 ^m1[-1] ^u.x, mov.c ^r1.x, mov.p ^a0[-1], store.xy v0 ^a1 ^p, store.zw v0 ^a0 ^c
