load.a 0, load.u 4, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.x ^u.y, add.a0 ^u.x -0, mov.p ^u.z
load.a 0, load.u 1, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.y ^p[-1], mov.p ^u.w
load.a 0, mul.m0 ^r0.y ^r0.y, mul.m1 ^r0.x ^r0.x, add.a0 ^m1[-2] ^m0[-2], add.a1 ^m0[-1] ^m1[-1], mov.p ^u.w, store.xy $0 _ ^a1, store.zw $0 ^a0 _
load.u 2, mul.m0 ^a1[-1] ^p[-1], mul.m1 ^a0[-1] ^p[-2], mov.p ^u.w
load.a 0, load.u 1, mul.m0 ^r0.z ^p[-1], mul.m1 ^a0[-2] ^u.z, add.a0 ^m0[-1] ^m1[-1], add.a1 ^m1[-2] ^m0[-2], store.xy $0 ^m1 _
load.a 0, load.u 3, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^r0.w ^u.w, add.a0 ^a0[-1] ^m0[-1], rsqrt.c ^a1[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^a0[-1] ^m1[-1]
complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.y ^u.y, add.a0 ^u.z -0, add.a1 ^r1.y -0, rcp.c ^a0[-1], mov.p ^u.x, store.xy $0 _ ^m1
load.u 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m0[-2] -0, add.a1 ^r1.z -0, mov.p ^u.x, store.xy $1 ^a0 _, store.zw $0 ^a1 _
load.u 2, mul.m0 ^a1[-2] ^a0[-2], mul.m1 ^a1[-2] ^p[-2], add.a0 ^u.x -0, mov.p ^u.z
load.a 0, load.u 7, mul.m0 ^r0.z ^a0[-1], mul.m1 ^a1[-2] ^p[-2], add.a0 ^u.w -0, add.a1 ^m0[-1] ^r1.x, clamp.p ^m0[-2], store.xy $0 ^p _, store.zw $0 _ ^a0
load.a 0, load.r1 1, load.u 1, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r0.z ^p[-2], add.a0 ^m1[-2] ^m1[-1], rcp.c ^r1.x, mov.p ^u.y
load.r1 1, load.u 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^a0[-1] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], mov.p ^u.y, store.xy $1 ^a1 _
load.a 0, load.u 3, mul.m0 ^r1.z ^p[-2], mul.m1 ^r0.w ^u.x, mov.p ^u.z
load.a 0, load.u 7, mul.m0 ^r0.z ^p[-2], mul.m1 ^m0[-2] ^u.z, add.a0 ^a0[-2] ^m1[-1], mov.p ^u.w
load.a 0, load.u 5, mul.m0 ^r0.w ^p[-2], mul.m1 ^r1.x ^u.x, add.a0 ^r1.y ^m0[-2], add.a1 -^m1[-1] ^p[-1], store.xy $0 _ ^a1
load.a 0, load.u 3, mul.m0 ^r0.w ^u.y, mul.m1 ^m1[-1] ^a0[-2], add.a0 ^a0[-1] ^m0[-2], mov.p ^r1.x, store.xy $0 ^m1 _, store.zw $0 ^p _
load.a 1, load.r1 1, load.u 5, mul.m0 ^a1[-2] ^r0.y, mul.m1 ^p[-1] ^u.z, add.a0 ^r1.x ^m0[-2]
load.u 5, mul.m0 ^p[-2] ^u.y, mul.m1 ^m1[-1] ^a0[-1], add.a0 ^a0[-2] ^m0[-2], mov.c ^r1.w, store.zw v1 _ ^c
load.a 1, load.u 6, mul.m0 ^r1.y ^r0.x, mul.m1 ^m0[-1] ^a0[-1], add.a0 ^m1[-1] ^u.z, mov.c ^r1.z, mov.p ^m0[-2], store.xy v1 ^m0 ^p, store.zw v0 ^a0 ^c
load.a 1, load.u 6, mul.m1 ^r1.y ^r0.z, add.a0 ^r1.x ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1, store.zw v1 ^m1 _
