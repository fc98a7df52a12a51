load.u 5, mov.p ^u.z
load.a 1, load.u 6, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.z, mov.p ^u.y, store.xy $0 _ ^m0, store.zw $0 ^m1 _
load.a 1, load.u 4, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.z ^p[-1], mov.p ^u.x, store.xy $0 ^m1 _
load.a 1, load.u 5, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.x ^p[-1], mov.p ^u.y
load.a 0, load.u 1, mul.m0 ^r0[-1].y ^p[-1], mul.m1 ^r0.y ^u.w, add.a0 ^r1.y ^m0[-1], add.a1 ^r1.z ^m0[-2], store.xy $1 ^m1 _
load.a 1, load.u 4, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.z, add.a0 ^a0[-1] ^m1[-2], add.a1 ^r1.x ^m0[-1], store.zw $0 ^a0 _
load.a 0, load.u 1, mul.m0 ^r0.y ^u.x, mul.m1 ^a0[-1] ^a0[-1], add.a0 ^a1[-1] ^m0[-1], add.a1 ^a1[-2] ^m1[-1], store.xy $0 ^a1 ^m0, store.zw $1 ^a0 _
load.a 0, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.x ^u.w, store.xy $1 _ ^m1
load.a 0, load.u 3, mul.m0 ^r0.w ^u.w, mul.m1 ^a1[-2] ^a1[-2], add.a0 ^m0[-1] ^m1[-2]
load.a 0, load.u 2, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.z ^u.x, add.a0 ^a0[-1] ^m1[-1], store.zw $0 _ ^m1
load.a 0, load.r1 1, load.u 3, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.w ^u.x, add.a0 ^m0[-2] ^m0[-1], rsqrt.c ^a0[-1], mov.p ^r1.y
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^r1.x
load.a 0, load.u 2, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.z ^u.z, add.a0 ^m1[-2] ^r1.w, add.a1 ^a0[-1] ^p[-2], store.xy $1 ^m0 _, store.zw $1 _ ^m1
load.a 0, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^r0.x ^u.x, add.a0 ^a0[-1] ^r1.y, rcp.c ^a1[-1], mov.p ^m0[-2], store.xy $1 _ ^p
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2]
load.a 0, load.u 3, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.w ^u.z, add.a0 ^a0[-2] ^m1[-2], store.xy $0 _ ^m0, store.zw $0 _ ^a0
load.r1 1, load.u 12, mul.m0 ^r0.z ^r1.y, mul.m1 ^r0.x ^r1.y, clamp.p ^m0[-2], store.xy $0 ^p _, store.zw $0 ^m1 _
load.a 0, load.r1 1, load.u 1, mul.m0 ^r0.y ^u.z, mul.m1 ^r1.z ^r1.y, add.a0 ^m1[-2] ^r1.w, mov.p ^u.y
load.r0 1, load.u 11, mul.m0 ^m1[-1] ^u.y, mul.m1 ^m0[-2] ^u.x, add.a0 ^a0[-1] ^m0[-1], add.a1 ^r1.y ^r0.x, mov.p ^u.z, store.xy $0 _ ^a0
load.a 0, mul.m0 ^r0.y ^p[-2], mul.m1 ^r1.z ^p[-1], add.a0 ^u.z -0, add.a1 ^m0[-1] ^m1[-1], mov.p ^u.y
load.u 9, add.a0 ^a1[-2] ^m0[-1], add.a1 ^a1[-1] ^m1[-1], mov.p ^u.y
load.a 0, load.u 8, mul.m0 ^r0.x ^a0[-2], mul.m1 ^r0.x ^p[-2], max.a0 -^a1[-1] 0, mov.p ^u.x
load.u 7, mul.m0 ^r1.x ^p[-2], mul.m1 ^a0[-1] ^p[-1], add.a0 ^a0[-2] ^m1[-1], add.a1 ^r1.y ^m0[-1], mov.p ^u.x, store.zw $0 ^a1 _
load.u 8, mul.m0 ^a0[-2] ^u.z, mul.m1 ^a0[-2] ^u.w, add.a0 ^m1[-1] ^p[-1], add.a1 ^a0[-2] -0, mov.p ^u.y, store.xy $1 ^a0 _
load.a 2, load.u 7, mul.m1 ^m0[-2] ^a0[-2], add.a0 ^m1[-1] ^u.w, add.a1 ^m0[-1] ^u.z, mov.c ^r0.y, mov.p ^u.y, store.xy v2 _ ^c
load.a 2, load.u 10, mul.m1 ^a1[-2] ^p[-2], max.a0 ^a1[-1] 0, max.a1 ^a0[-1] 0, mov.c ^r0.x, mov.p ^u.y, store.xy v2 ^c _
load.u 9, add.a0 ^m1[-2] ^p[-1], add.a1 ^m1[-1] ^p[-2], mov.p ^u.x, store.xy $0 _ ^a0
load.u 12, mul.m1 ^r1.x ^p[-1], min.a0 ^a1[-2] ^u.z, min.a1 ^a0[-2] ^u.z
load.r0 1, load.u 9, mul.m1 ^r1.x ^u.z, max.a0 ^r0.x 0, max.a1 ^a1[-2] 0
load.u 12, mul.m0 ^m1[-2] ^r1.w, mul.m1 ^m1[-1] ^r1.z, min.a0 ^a0[-1] ^u.z, min.a1 ^a1[-1] ^u.z, mov.c ^a1[-2], mov.p ^a0[-2], store.xy v1 ^a0 ^a1, store.zw v1 ^c ^p
load.u 10, add.a0 ^m1[-1] ^u.z, add.a1 ^m0[-1] ^u.x, mov.c ^r1.x, mov.p ^r1.y, store.xy v0 ^a1 ^p, store.zw v0 ^a0 ^c
