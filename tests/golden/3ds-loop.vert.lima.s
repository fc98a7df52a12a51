load.a 0, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, rcp.c ^r0.w, store.xy $0 ^m1 _
load.a 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, add.a0 ^r0.y -0, add.a1 ^r0.z -0, mov.p ^r0.x, store.xy v1 ^p ^a0, store.zw v1 ^a1 _
load.a 0, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.a 2, load.u 2, mul.m1 ^r0.x 1, clamp.p ^m0[-2], store.xy $1 ^p _, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^r1.x, mov.p ^m1[-1], store.zw v1 _ ^p
load.u 1, mul.m1 ^p[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
