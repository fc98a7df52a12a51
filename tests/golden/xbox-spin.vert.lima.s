load.a 0, load.u 2, mul.m1 ^r0.y ^r0.y, mov.p ^u.x, store.xy $1 ^m1 _
load.a 0, load.u 4, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.x ^u.y, mov.p ^u.z, store.xy $1 _ ^m1, store.zw $1 ^m0 _
load.a 0, load.u 4, mul.m0 ^r0.x ^r0.x, mul.m1 ^r0.y ^u.w, mov.p ^u.x
load.a 0, load.u 2, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.x ^p[-1], mov.p ^u.w
load.a 0, load.r1 1, load.u 3, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.w ^u.w, add.a0 ^m0[-2] ^r1.x, add.a1 ^r1.y ^m1[-2], mov.p ^u.z, store.xy $1 ^a1 ^a0
load.a 0, load.u 1, mul.m0 ^r0.w ^p[-1], mul.m1 ^a1[-1] ^u.w, add.a0 ^m1[-2] ^m0[-2], add.a1 ^m1[-1] ^m0[-1], store.xy $0 ^a0 ^m0
complex2.m0 ^a0[-2] ^a0[-2], mul.m1 ^a0[-1] ^u.w, add.a0 ^a1[-1] ^m1[-1], rsqrt.c ^a0[-2]
load.r1 1, load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, add.a0 ^a0[-1] ^m1[-1], mov.p ^u.x
load.a 0, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.w ^p[-1], rcp.c ^a0[-1], mov.p ^u.x
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], mov.p ^m0[-2], store.xy $1 _ ^p
load.a 0, load.r1 1, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r1.x ^p[-2], add.a0 ^m1[-2] ^r1.z, mov.p ^u.y
load.a 0, load.u 3, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.w ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^r1.y ^m0[-1], mov.p ^m0[-2], store.xy $0 _ ^a1, store.zw $0 ^p ^a0
load.r1 1, load.u 1, complex2.m0 ^r1.y ^r1.y, mul.m1 ^u.z 1, rcp.c ^r1.y, mov.p ^u.y
load.r1 1, load.u 7, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, add.a0 ^m1[-2] ^m0[-2], mov.p ^u.z
load.r0 1, mul.m0 ^r0.x ^m1[-2], mul.m1 ^r0.x ^p[-2], max.a0 ^r1.z -^p[-1], mov.p ^u.z, store.xy $1 ^m0 _
mul.m1 ^r1.x ^u.y, add.a0 ^a0[-2] ^m1[-1], add.a1 ^m0[-2] -0, mov.p ^u.x, store.zw $0 ^a1 _
load.u 7, mul.m0 ^r1.x ^p[-2], mul.m1 ^r1.x ^p[-1], min.a0 ^a0[-2] ^u.z, store.xy $0 ^a0 _
load.r0 1, load.u 5, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.z, add.a0 ^a0[-2] ^m1[-2], add.a1 ^r1.y ^r0.x, mov.p ^u.y, store.xy $0 _ ^m1
load.u 7, mul.m0 ^a0[-2] ^p[-1], mul.m1 ^r1.z ^u.x, add.a0 ^r1.w ^m1[-2], add.a1 ^a1[-1] ^m0[-2]
load.u 7, mul.m0 ^m0[-2] ^a0[-1], mul.m1 ^m0[-1] ^a0[-2], add.a0 -^m1[-1] ^u.y, mov.p ^u.y
load.a 1, load.u 6, mul.m0 ^a0[-1] ^r0.z, mul.m1 ^r1.y ^a1[-2], add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, mov.c ^p[-1], store.xy v0 ^a0 ^a1, store.zw v1 ^m0 ^c
load.a 1, load.u 6, mul.m0 ^a0[-2] ^r0.y, mul.m1 ^a0[-2] ^r0.x, add.a0 ^m1[-1] ^u.z, mov.c ^r1.x, store.xy v1 ^m1 ^m0, store.zw v0 ^a0 ^c
