load.a 1, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, add.a0 ^r0.z -0, mov.p ^r0.w, store.xy $0 ^m0 ^a0
load.a 0, mul.m0 ^r0.x ^m1[-1], mul.m1 ^r0.w ^p[-1], store.xy $1 ^m1 ^m0, store.zw v1 ^m0 ^m1
complex2.m0 ^m1[-1] ^m1[-1], mul.m1 ^r0[-1].y ^m0[-2], rcp.c ^m1[-1], store.zw $1 ^m1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m1[-2], add.a0 ^m1[-1] ^m0[-2], store.zw $1 _ ^a0
load.a 0, mul.m1 ^r0.z ^r1.y, store.xy $0 ^m1 _
load.r1 1, load.u 2, add.a0 ^m1[-1] ^r1.z, add.a1 ^a0[-2] ^m1[-1], clamp.p ^m0[-2], store.xy v1 ^a1 _, store.zw v0 _ ^p
load.r1 1, mul.m0 ^p[-1] ^u.y, mul.m1 ^p[-1] ^u.x, add.a0 ^a0[-1] ^r1.x, store.xy v1 _ ^a0, store.zw $0 ^m0 _
load.r1 1, mul.m0 ^m1[-1] ^r1.y, mul.m1 ^p[-2] ^u.z
load.r1 1, load.u 1, mul.m0 ^m1[-1] ^r0.x, mul.m1 ^m0[-2] ^r1.z, add.a0 ^m0[-1] ^u.x, store.xy v0 ^a0 _
load.u 1, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
