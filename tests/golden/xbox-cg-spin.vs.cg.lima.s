load.a 0, load.u 4, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.y ^u.w, add.a0 ^u.x -0, mov.p ^u.z, store.xy $0 _ ^m0, store.zw $0 ^m1 _
load.a 0, load.u 2, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.y ^p[-1], mov.p ^u.w
load.a 0, load.u 3, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.w ^u.w, add.a0 ^m0[-1] ^m1[-1], mov.p ^u.y, store.xy $0 ^a0 _
load.a 0, mul.m0 ^r0.w ^p[-1], mul.m1 ^a0[-1] ^u.w, add.a0 ^m1[-1] ^m0[-1], add.a1 ^r1.y ^r1.z, store.xy $1 ^a1 _, store.zw $0 ^m0 _
load.a 0, load.u 1, mul.m0 ^r0.x ^r0.x, mul.m1 ^a1[-1] ^u.w, add.a0 ^a0[-1] ^m1[-1], store.zw $0 _ ^m0
load.a 0, mul.m0 ^r0.y ^r0.y, mul.m1 ^r1.x ^u.z, add.a0 ^a0[-1] ^m1[-1], store.xy $0 _ ^m1
load.a 0, load.u 2, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.z ^u.y, rcp.c ^a0[-1], mov.p ^r1.x, store.xy $0 ^p _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.w ^m0[-2], mov.p ^u.y
load.u 2, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^p[-2] ^p[-1], add.a0 ^r1.z ^m1[-2], rsqrt.c ^a0[-1], mov.p ^u.z
load.u 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m0[-2] -0, mov.p ^u.y, store.zw $0 ^a0 _
load.a 0, load.r1 1, load.u 3, mul.m0 ^r0.z ^p[-2], mul.m1 ^r1.x ^p[-1], add.a0 ^a0[-2] ^m1[-2], mov.p ^u.x, store.xy $1 _ ^m0
load.a 0, mul.m0 ^r0.w ^p[-1], mul.m1 ^r1.x ^u.x, add.a0 ^a0[-1] ^m1[-1], mov.p ^m0[-2], store.xy $0 ^p _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.x, mul.m1 ^a0[-1] ^r1.z, mov.p ^m1[-1], store.zw $0 _ ^m1
load.r1 1, load.u 1, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.x, add.a0 ^m0[-2] ^m0[-1], store.xy $1 ^m0 _
load.a 0, load.u 3, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r0.w ^u.z, add.a0 ^a0[-1] ^p[-2], rcp.c ^r1.x
load.u 7, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^a0[-1] ^m1[-2], clamp.p ^r1.z, store.xy $0 ^p _
load.r0 1, load.u 5, mul.m0 ^a0[-1] ^r1.z, mul.m1 ^p[-1] ^u.x, add.a0 ^m1[-2] ^r0.y
load.u 7, mul.m0 ^m0[-2] ^u.z, mul.m1 ^m1[-1] ^m0[-1], add.a0 ^a0[-1] ^r1.y, store.xy $0 _ ^m1
load.r0 1, load.u 5, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^a0[-1] ^r0.x
load.u 7, mul.m0 ^m1[-1] ^r1.w, mul.m1 ^a0[-1] ^r1.z, add.a0 -^m0[-2] ^u.w, mov.p ^u.w
load.a 1, load.u 6, mul.m0 ^a0[-1] ^r0.z, mul.m1 ^m0[-2] ^m1[-1], add.a0 ^r1.y ^u.x, add.a1 ^m0[-1] ^u.y, mov.c ^p[-1], store.xy v0 ^a0 ^a1, store.zw v1 ^m0 ^c
load.a 1, load.u 6, mul.m0 ^a0[-2] ^r0.y, mul.m1 ^a0[-2] ^r0.x, add.a0 ^m1[-1] ^u.z, mov.c ^r1.x, store.xy v1 ^m1 ^m0, store.zw v0 ^a0 ^c
