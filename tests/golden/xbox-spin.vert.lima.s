load.a 0, load.u 4, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^r0.x, store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.a 0, load.u 4, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.x ^u.x, mov.p ^u.z, store.xy $0 ^m1 _
load.a 0, load.u 3, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.y ^p[-1], mov.p ^u.w, store.xy $1 ^m1 _, store.zw $0 _ ^m0
load.a 0, load.u 1, mul.m0 ^r0.w ^p[-1], mul.m1 ^r0.y ^r0.y, add.a0 ^r1.z ^m0[-2], mov.p ^u.w, store.xy $1 _ ^a0
load.a 0, load.u 2, mul.m0 ^a0[-1] ^p[-1], mul.m1 ^r0.z ^u.w, add.a0 ^r1.y ^m1[-1], store.zw $0 ^m0 _
load.a 0, load.u 3, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.w ^u.y, add.a0 ^m0[-2] ^m1[-1], rsqrt.c ^a0[-1], store.xy $0 _ ^m1
load.r0 1, load.u 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.x ^r0.x, mov.p ^u.y, store.xy $0 ^a0 _
load.a 0, mul.m0 ^r0.z ^p[-1], mul.m1 ^a0[-1] ^u.w, add.a0 ^a0[-2] ^r1.z
load.a 0, load.u 2, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.z, add.a0 ^r1.y ^m0[-1], add.a1 ^a0[-1] ^m1[-1], mov.p ^m0[-2], store.xy $0 _ ^m0, store.zw $0 ^p _
load.r0 1, load.u 1, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^r0.y ^u.y, add.a0 ^m1[-1] -0, rcp.c ^a1[-1], mov.p ^r1.w
load.u 7, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^a0[-2] ^m1[-1], mov.p ^u.z, store.zw $0 _ ^a0
load.a 0, load.u 3, complex2.m0 ^r1.z ^r1.z, mul.m1 ^r0.w ^u.x, add.a0 ^p[-2] ^a0[-2], rcp.c ^r1.z, store.xy $1 ^a0 _
load.r0 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, max.a0 ^m0[-2] -^p[-2], max.a1 ^r0.y ^r0.y, mov.p ^u.x
load.u 1, mul.m0 ^a1[-1] ^u.z, mul.m1 ^r1.x ^p[-1], add.a0 ^m1[-2] ^r1.y, add.a1 ^r1.x -0, mov.p ^u.x, store.xy $1 _ ^m0, store.zw $0 ^m1 _
load.u 7, mul.m1 ^a1[-2] ^p[-1], min.a0 ^a0[-2] ^u.z, mov.p ^m0[-2], store.xy $0 ^a0 ^p
mul.m0 ^a1[-2] ^u.y, mul.m1 ^a1[-2] ^u.z, add.a0 ^a0[-2] ^m1[-1]
load.r0 1, load.u 5, mul.m0 ^a0[-2] ^u.y, mul.m1 ^a0[-2] ^u.x, add.a0 ^r1.w ^m0[-1], add.a1 ^r0.x ^r0.y
load.u 7, mul.m0 ^m0[-1] ^a0[-1], mul.m1 ^r1.y ^u.x, add.a0 ^a1[-1] ^m1[-2], add.a1 ^a0[-2] ^r1.z, mov.p ^u.y
load.u 5, mul.m0 ^m1[-2] ^a1[-1], mul.m1 ^r1.x ^u.z, add.a0 -^m1[-1] ^p[-1], mov.p ^p[-1]
load.a 1, load.u 6, mul.m0 ^a0[-1] ^r0.z, mul.m1 ^m1[-1] ^a0[-2], add.a0 ^m0[-1] ^u.x, add.a1 ^m0[-2] ^u.y, mov.c ^p[-1], store.xy v0 ^a0 ^a1, store.zw v1 ^m0 ^c
load.a 1, load.u 6, mul.m0 ^a0[-2] ^r0.y, mul.m1 ^a0[-2] ^r0.x, add.a0 ^m1[-1] ^u.z, mov.c ^r1.x, store.xy v1 ^m1 ^m0, store.zw v0 ^a0 ^c
