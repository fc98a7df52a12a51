load.u 6, mul.m1 ^u.x 1, mov.p ^u.z
load.a 1, mul.m0 ^r0.z ^m1[-1], mul.m1 ^u.w 1, mov.p ^u.y, store.xy $1 ^m0 _
load.a 0, load.u 4, mul.m0 ^r0[-1].z ^p[-2], mul.m1 ^r0.x ^m1[-1], mov.p ^u.z, store.xy $0 ^m0 _, store.zw $1 _ ^m1
load.a 1, load.u 5, mul.m0 ^r0[-1].x ^p[-2], mul.m1 ^r0.x ^p[-1], mov.p ^u.z, store.zw $1 ^m0 _
load.a 0, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0[-1].y ^p[-1], mov.p ^u.z, store.xy $1 _ ^m0
load.a 1, load.u 4, mul.m0 ^r0[-1].w ^p[-1], mul.m1 ^r0.x ^u.x, add.a0 ^m1[-2] ^m1[-1], mov.p ^u.y, store.zw $0 ^m0 _
load.a 1, load.u 5, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.y ^u.x, add.a0 ^a0[-1] ^r1.x, mov.p ^u.y, store.xy $0 _ ^a0
load.a 0, load.u 1, mul.m0 ^r0[-1].y ^p[-1], mul.m1 ^r0.y ^u.x, add.a0 ^m1[-2] ^m1[-1], mov.p ^u.w, store.xy $2 ^m1 _
load.a 1, load.r1 1, load.u 6, mul.m0 ^r0[-1].y ^p[-1], mul.m1 ^r0.z ^u.y, add.a0 ^a0[-1] ^r1.x, add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^a0 _
load.a 0, mul.m0 ^r0.x ^u.x, mul.m1 ^r1.y ^r1.y, add.a0 ^a1[-1] ^m1[-1], mov.p ^m0[-1], store.xy $1 ^a0 _, store.zw $0 _ ^m1
load.r1 2, load.u 2, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^a0[-2] ^a0[-2], add.a0 ^m0[-1] ^r1.x, mov.p ^u.y
load.a 0, load.r1 1, load.u 2, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.z ^u.x, add.a0 ^m1[-1] ^m0[-1], add.a1 ^r1.w ^p[-2]
load.a 0, load.u 1, mul.m0 ^r0.z ^p[-2], mul.m1 ^r0.y ^u.y, add.a0 ^r1.w ^a0[-1], add.a1 ^a0[-2] ^m1[-1], store.zw $0 _ ^m0
load.a 0, load.r1 1, load.u 3, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.w ^u.w, add.a0 ^a1[-2] ^m0[-2], add.a1 ^a1[-1] ^r1.y, rsqrt.c ^a0[-1], store.xy $1 _ ^a1
load.r1 1, load.u 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.z ^m1[-2], mov.p ^u.z
load.a 0, load.u 3, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.w ^u.y, add.a0 ^a0[-2] ^m1[-2], store.zw $1 ^m1 ^m0
load.a 0, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.x ^u.z, add.a0 ^a0[-2] ^r1.w, rcp.c ^a0[-1], mov.p ^m0[-2], store.zw $0 _ ^p
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.y -0, mov.p ^r1.x
load.a 0, load.r1 1, load.u 2, mul.m1 ^r0.z ^u.z, add.a0 ^a0[-2] ^r1.z, add.a1 ^m1[-2] ^r1.w, store.xy $0 ^a0 _
load.u 12, mul.m0 ^a0[-2] ^r1.w, mul.m1 ^p[-2] ^r1.w, max.a0 ^m0[-2] -^u.y, mov.p ^u.y, store.xy $0 _ ^m0
load.r0 1, load.u 9, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.x ^r1.w, add.a0 ^a1[-2] ^m1[-2]
load.u 11, mul.m0 ^m1[-2] ^u.x, mul.m1 ^m1[-1] ^u.y, min.a0 ^a0[-2] ^p[-2]
load.u 11, mul.m0 ^a0[-1] ^m0[-2], mul.m1 ^r1.y ^u.z, add.a0 ^m0[-1] ^m1[-1], add.a1 ^a0[-2] ^r1.z, store.xy $0 _ ^m0
load.u 9, mul.m0 ^a1[-1] ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^m1[-1] ^a0[-1], mov.p ^a0[-2]
load.u 8, mul.m0 ^p[-1] ^m0[-1], mul.m1 ^p[-1] ^m1[-1], max.a0 -^a0[-1] 0, mov.p ^u.z, store.xy $0 ^a0 _
load.u 10, mul.m0 ^a0[-1] ^p[-1], mul.m1 ^u.x 1, add.a0 ^m1[-1] ^u.y, mov.c ^p[-2], mov.p ^u.z, store.xy v0 _ ^a0, store.zw v0 _ ^c
load.u 8, mul.m0 ^a0[-2] ^u.y, mul.m1 ^u.x 1, add.a0 ^m0[-2] ^p[-1], add.a1 ^r1.y ^m1[-1], mov.p ^u.w, store.xy v0 ^a1 _, store.zw v0 ^a0 _
load.u 7, mul.m0 ^r1.x ^m1[-1], mul.m1 ^r1.x ^p[-1], add.a0 ^m0[-1] ^u.y, add.a1 ^m0[-2] ^u.z, store.xy $0 ^a1 _
load.u 7, add.a0 ^m1[-1] ^u.w, add.a1 ^m0[-1] ^u.x, store.xy $0 _ ^a0
max.a0 ^a1[-1] 0, max.a1 ^a0[-2] 0
load.u 12, min.a0 ^a0[-1] ^u.x, min.a1 ^a1[-1] ^u.x, store.xy v1 ^a0 ^a1
max.a0 ^r1.x 0, max.a1 ^r1.y 0
load.a 2, load.u 12, min.a0 ^a0[-1] ^u.x, min.a1 ^a1[-1] ^u.x, mov.c ^r0.x, mov.p ^r0.y, store.xy v2 ^c ^p, store.zw v1 ^a0 ^a1
