load.a 0, load.u 2, mul.m1 ^r0.z ^u.y, mov.p ^u.w, store.zw $0 ^m1 _
load.a 0, load.u 3, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.z ^p[-1], mov.p ^u.w, store.xy $0 _ ^m0
load.a 0, load.u 1, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.w ^p[-1], mov.p ^u.w, store.xy $0 ^m0 _
load.a 0, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^u.w, add.a0 ^m1[-1] ^m1[-2]
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.x, add.a0 ^a0[-1] ^m0[-1], add.a1 ^r1.y ^r1.z, store.xy $0 _ ^m0, store.zw $0 ^m1 _
load.a 0, load.u 3, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.x, add.a0 ^a0[-1] ^m1[-2]
load.a 0, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.y ^u.z, add.a0 ^a1[-2] ^r1.x, rcp.c ^a0[-1], store.xy $0 ^a0 _
load.u 6, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m0[-2] ^r1.y, add.a1 ^m1[-2] ^r1.z, mov.p ^u.x, store.zw $0 ^a1 _
load.a 0, mul.m1 ^r0.x ^u.x, add.a0 ^u.z -0, add.a1 ^a0[-1] ^m1[-2], mov.p ^u.y, store.xy $0 _ ^m1, store.zw $0 _ ^a1
load.a 0, load.u 1, mul.m1 ^r0.x ^a0[-1], max.a0 ^m0[-2] -^p[-2], mov.p ^u.x
load.a 0, load.u 6, mul.m0 ^r0.x ^p[-2], mul.m1 ^r0.y ^p[-1], min.a0 ^a0[-1] ^u.x
load.u 4, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.z, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m1[-2]
load.u 4, mul.m0 ^a0[-2] ^u.y, mul.m1 ^m1[-1] ^a1[-1], add.a0 ^r1.x ^m0[-2], add.a1 ^a0[-1] ^r1.y, mov.c ^a0[-2], store.zw v0 _ ^c
load.a 1, load.u 5, mul.m0 ^m0[-1] ^a0[-1], mul.m1 ^m0[-2] ^a1[-1], add.a0 ^m1[-1] ^u.z, mov.c ^r0.x, mov.p ^r0.y, store.xy v1 ^c ^p, store.zw v0 ^a0 _
load.u 5, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
