load.a 0, load.u 1, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.w, store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.z ^u.x, store.xy $0 ^m1 _
load.a 0, load.u 3, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.w ^u.y
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.w, add.a0 ^m1[-1] ^m0[-2]
load.a 0, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.z, add.a0 ^a0[-1] ^r1.z, add.a1 ^m0[-2] ^m1[-1]
load.a 0, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.x ^u.y, add.a0 ^a1[-1] ^r1.y, add.a1 ^m1[-1] ^m0[-2]
load.a 0, load.u 1, mul.m0 ^r0.y ^u.z, mul.m1 ^r0.y ^u.x, add.a0 ^m0[-2] ^r1.x, add.a1 ^a0[-2] ^m1[-1], store.xy $0 ^a1 _
load.a 0, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.z, add.a0 ^a1[-2] ^m0[-1], add.a1 ^a0[-2] ^m0[-2], store.xy $1 ^a1 _, store.zw $0 _ ^m0
load.u 7, mul.m0 ^a1[-1] ^u.z, mul.m1 ^a1[-1] ^u.w, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a0[-2] ^m1[-2], store.xy $1 _ ^a0, store.zw $1 ^m0 ^m1
load.a 1, load.u 5, mul.m0 ^r1.x ^u.z, mul.m1 ^r0.x ^u.y, mov.p ^u.w, store.xy $0 _ ^m0, store.zw $0 ^m1 _
load.u 6, mul.m0 ^a0[-2] ^u.w, mul.m1 ^a0[-2] ^u.z, add.a0 ^a1[-2] ^r1.w, store.zw $0 _ ^a0
load.r0 1, load.u 4, mul.m0 ^r1.x ^p[-2], mul.m1 ^a0[-1] ^u.w, add.a0 ^r0.w ^m0[-1]
load.r1 1, load.u 6, mul.m0 ^r1.y ^u.x, mul.m1 ^r1.y ^u.y, add.a0 ^r1.z ^m1[-2], add.a1 ^a0[-1] ^m0[-1]
load.r0 1, load.u 7, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.y, add.a0 ^a0[-1] ^r1.y, add.a1 ^a1[-1] ^m1[-2], store.xy $0 _ ^a0
load.u 5, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^r1.x ^u.y, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2], rcp.c ^a1[-1], store.xy $1 ^a1 _
load.u 4, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^a0[-1] ^m1[-1], add.a1 ^r1.w -0, mov.p ^u.x, store.xy $1 _ ^a1, store.zw $0 _ ^a0
load.a 1, load.u 10, mul.m0 ^r0.x ^p[-1], mul.m1 ^a1[-1] ^p[-1], mov.c ^r1.z, mov.p ^u.x, store.xy v1 ^m0 ^c, store.zw $0 ^m1 _
load.u 4, mul.m1 ^a1[-2] ^u.y, max.a0 ^m0[-2] -^p[-1], mov.p ^u.z
load.r0 1, load.u 5, mul.m0 ^r0.y ^p[-1], mul.m1 ^r1.x ^u.x, min.a0 ^a0[-1] ^p[-2], store.xy $0 ^a0 _
load.r0 1, load.u 8, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.y, add.a0 ^r1.w ^m1[-2], add.a1 ^r0.x ^m1[-1]
load.a 2, load.u 8, mul.m0 ^a0[-2] ^u.z, mul.m1 ^m1[-1] ^a0[-1], add.a0 ^r1.y ^m0[-2], add.a1 ^a1[-1] ^r1.z, mov.c ^r0.w, store.zw v2 _ ^c
load.a 2, load.u 9, mul.m0 ^m0[-2] ^a1[-1], mul.m1 ^m0[-1] ^a0[-1], add.a0 ^m1[-1] ^u.y, add.a1 ^r0.z -0, mov.c ^r0.x, mov.p ^r0.y, store.xy v2 ^c ^p, store.zw v2 ^a1 _
load.u 9, add.a0 ^m1[-1] ^u.z, add.a1 ^m0[-1] ^u.x, mov.c ^r1.x, mov.p ^a0[-1], store.xy v0 ^a1 ^p, store.zw v0 ^a0 ^c
