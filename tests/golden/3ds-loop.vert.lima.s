load.a 0, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, rcp.c ^r0.w, store.xy $0 ^m1 _
load.a 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, add.a0 ^r0.y -0, add.a1 ^r0.z -0, mov.p ^r0.x, store.xy v1 ^p ^a0, store.zw v1 ^a1 _
load.a 0, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.a 2, load.u 2, max.a0 ^m0[-2] -^u.x, mov.p ^r0.x, store.zw v1 _ ^p
load.u 2, min.a0 ^a0[-1] ^u.x, store.xy $1 ^a0 _, store.zw v0 _ ^a0
mul.m0 ^a0[-1] ^r1.y, mul.m1 ^a0[-1] ^r1.x
load.u 1, mul.m1 ^a0[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
