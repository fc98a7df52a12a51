load.a 0, load.u 3, mul.m1 ^r0.w ^u.w, mov.p ^u.z, store.xy $0 _ ^m1
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.w ^p[-1], mov.p ^u.w, store.xy $0 ^m1 _, store.zw $0 _ ^m0
load.a 0, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.x ^u.z, mov.p ^u.w, store.zw $0 ^m1 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.x ^p[-1], add.a0 ^r1.y ^m0[-1], mov.p ^u.x, store.xy $0 _ ^m0
load.a 0, load.u 1, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^u.w, add.a0 ^a0[-1] ^m1[-1], add.a1 ^r1.x ^r1.w, store.xy $0 ^m0 _
load.a 0, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.y, add.a0 ^a0[-1] ^m1[-1]
load.a 0, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.x ^u.y, add.a0 ^a1[-2] ^r1.z, rcp.c ^a0[-1], store.zw $0 _ ^a0
load.u 6, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m0[-2] ^r1.x, add.a1 ^m1[-2] ^r1.y, mov.p ^u.x, store.xy $1 ^a0 _
load.a 0, load.u 1, mul.m1 ^r0.y ^u.x, add.a0 ^u.z -0, add.a1 ^a1[-1] ^m1[-2], mov.p ^u.y, store.xy $0 _ ^a1, store.zw $0 ^m1 _
load.a 0, mul.m1 ^r0.y ^a0[-1], max.a0 ^m0[-2] -^p[-2], mov.p ^u.x
load.a 0, load.u 6, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.x ^p[-1], min.a0 ^a0[-1] ^u.x, store.xy $0 ^a0 _
load.r0 1, load.u 4, mul.m0 ^a0[-1] ^u.z, mul.m1 ^a0[-1] ^u.y, add.a0 ^r1.w ^m1[-2], add.a1 ^r0.x ^m1[-1]
load.u 4, mul.m0 ^a0[-2] ^u.x, mul.m1 ^m0[-1] ^a0[-1], add.a0 ^r1.y ^m0[-2], add.a1 ^a1[-1] ^r1.z
load.a 1, load.u 5, mul.m0 ^m0[-1] ^a1[-1], mul.m1 ^m1[-2] ^a0[-1], add.a0 ^m1[-1] ^u.z, mov.c ^r0.x, mov.p ^r0.y, store.xy v1 ^c ^p
load.u 5, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, mov.c ^r1.x, mov.p ^a0[-1], store.xy v0 ^a0 ^a1, store.zw v0 ^p ^c
