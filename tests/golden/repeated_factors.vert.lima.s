load.a 0, load.u 2, mul.m1 ^r0.x ^u.x, store.xy $0 ^m1 _
load.a 0, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.x ^u.x, store.zw $0 ^m0 ^m1
load.a 0, load.u 2, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.y ^u.x, rcp.c ^r0.w, store.xy $1 ^m1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, mov.p ^u.z
load.a 0, load.u 3, mul.m0 ^r0.z ^r1.x, mul.m1 ^u.x ^r1.x, mov.p ^u.z
load.a 0, load.r1 1, load.u 2, mul.m0 ^r0.z ^p[-2], mul.m1 ^m0[-1] ^r1.x, max.a0 ^m0[-2] -^p[-1], mov.p ^u.x, store.xy v1 _ ^m1
load.a 0, load.u 3, mul.m0 ^r0.x ^p[-1], mul.m1 ^m1[-2] ^u.y, min.a0 ^a0[-1] ^u.z, store.xy $0 ^m0 ^m1
load.r1 1, load.u 1, mul.m0 ^m0[-1] ^r1.x, mul.m1 ^a0[-1] ^m0[-2], mov.p ^u.z, store.xy v1 ^m0 _
load.u 2, mul.m0 ^a0[-2] ^r1.w, mul.m1 ^a0[-2] ^r1.z, add.a0 ^m1[-1] ^p[-1], mov.c ^a0[-2], mov.p ^u.x, store.zw v0 ^a0 ^c
load.u 1, mul.m0 ^r1.y ^p[-1], mul.m1 ^r1.x ^p[-1], add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1, store.zw v1 ^m1 ^m0
