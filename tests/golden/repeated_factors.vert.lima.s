load.a 0, load.u 2, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, rcp.c ^r0.w, store.xy $0 ^m1 _
load.u 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, mov.p ^u.x
load.a 0, mul.m0 ^r0.y ^u.y, mul.m1 ^m1[-2] ^p[-1], add.a0 ^u.z -0, mov.p ^u.x, store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.a 0, load.u 3, mul.m0 ^r0.z ^a0[-1], mul.m1 ^r0.z ^m1[-1], max.a0 ^m0[-2] ^u.x, mov.p ^u.y
load.a 0, load.u 1, mul.m0 ^r0.x ^p[-2], mul.m1 ^m1[-1] ^r0.y, min.a0 ^a0[-1] ^p[-1], mov.p ^u.z, store.xy v1 _ ^m1
load.a 0, load.u 3, mul.m0 ^r0.y ^r1.y, mul.m1 ^a0[-1] ^m0[-2], mov.c ^a0[-1], mov.p ^u.z, store.xy v1 ^m0 _, store.zw v0 _ ^c
load.u 2, mul.m0 ^a0[-2] ^m0[-2], mul.m1 ^a0[-2] ^r1.z, add.a0 ^m1[-1] ^p[-2], mov.p ^u.x, store.zw v0 ^a0 _
load.u 1, mul.m0 ^p[-2] ^r1.y, mul.m1 ^r1.x ^p[-1], add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1, store.zw v1 ^m1 ^m0
