load.a 1, mul.m1 ^r0.z 1, mov.p ^r0.w
load.a 0, mul.m0 ^r0.z ^m1[-1], mul.m1 ^r0.w ^p[-1], mov.p ^r0[-1].y, store.xy $0 ^m0 _, store.zw $0 ^m1 _
load.a 0, complex2.m0 ^m1[-1] ^m1[-1], mul.m1 ^r0.y ^p[-1], rcp.c ^m1[-1], store.zw $0 _ ^m1
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m1[-2]
load.a 1, mul.m0 ^r0.x 1, mul.m1 ^u.x 1, add.a0 ^m1[-2] ^r1.x, mov.c ^r1.z, mov.p ^u.y, store.xy $0 _ ^a0, store.zw v1 _ ^c
load.a 0, load.u 2, mul.m0 ^r1.w 1, mul.m1 ^r0.x ^m0[-1], max.a0 ^m0[-2] -^u.x, mov.p ^r1.z, store.zw v1 ^m1 _
load.u 2, mul.m0 ^m1[-1] ^m1[-2], mul.m1 ^m0[-1] ^p[-2], min.a0 ^a0[-1] ^u.x, mov.p ^r1.x, store.xy $0 ^a0 _
mul.m0 ^p[-1] ^u.z, mul.m1 ^a0[-1] ^m1[-1], add.a0 ^p[-2] ^r1.y, add.a1 ^m1[-2] ^m0[-2], store.xy v1 _ ^a0
load.u 1, mul.m0 ^a0[-2] ^m0[-1], mul.m1 ^a0[-2] ^m0[-2], add.a0 ^m1[-1] ^u.y, add.a1 ^p[-2] ^a1[-1], store.xy v1 ^a1 _
load.u 1, add.a0 ^m0[-1] ^u.z, add.a1 ^m1[-1] ^u.x, mov.c ^r1.x, mov.p ^a0[-1], store.xy v0 ^a1 ^p, store.zw v0 ^a0 ^c
