load.a 1, load.u 2, mul.m1 ^r0.w ^u.y, add.a0 ^u.x -0, mov.p ^u.y, store.xy v4 _ ^m1
load.a 0, load.u 3, mul.m0 ^r0[-1].w ^a0[-1], mul.m1 ^r0.z ^p[-1], mov.p ^u.w, store.xy v4 ^m0 _, store.zw $0 ^m1 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.w ^p[-1], mov.p ^u.w, store.xy $0 ^m1 _, store.zw $1 ^m0 _
load.a 1, load.u 3, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^p[-1], add.a0 ^u.x -0, mov.p ^u.y, store.xy $1 ^m0 ^m1
load.a 0, load.u 1, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.w ^a0[-1], mov.p ^u.w, store.xy $0 _ ^m1, store.zw $1 _ ^m0
load.a 0, load.u 2, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.w ^p[-2], mov.p ^u.x
load.a 1, load.u 3, mul.m0 ^r0[-1].y ^p[-2], mul.m1 ^r0[-1].z ^p[-1], add.a0 ^m1[-1] ^r1.z, mov.p ^u.w
load.a 0, load.u 1, mul.m0 ^r0[-1].w ^p[-1], mul.m1 ^r0.y ^u.z, add.a0 ^r1.x ^m0[-2], add.a1 ^r1.y ^m1[-1], store.xy $0 ^m1 _, store.zw $0 ^a1 _
load.a 0, load.r1 1, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^a0[-2] ^r1.w, add.a1 ^a0[-1] ^m0[-2], store.xy $0 _ ^m0, store.zw $0 _ ^a0
load.a 1, load.r1 1, load.u 3, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.w ^u.x, add.a0 ^a1[-1] ^m1[-1], add.a1 ^m0[-2] -0, mov.c ^r1.x, mov.p ^u.z, store.xy v5 ^m1 ^m0, store.zw v5 ^c ^a1
load.a 0, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.w ^p[-1], add.a0 ^u.w -0, rcp.c ^a0[-1], mov.p ^u.z
load.u 6, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^u.y -0, mov.p ^u.x, store.xy $1 ^a0 _
load.a 1, load.r1 1, load.u 2, mul.m0 ^r0.w ^a0[-2], mul.m1 ^r0.w ^p[-2], add.a0 ^m1[-2] ^r1.z, mov.c ^r0.y, mov.p ^u.z, store.xy v1 _ ^c, store.zw v3 ^m1 ^m0
load.a 0, load.r1 1, load.u 1, mul.m0 ^r0[-1].w ^u.y, mul.m1 ^r0[-1].w ^u.x, max.a0 ^m0[-2] -^p[-2], mov.c ^r1.y, mov.p ^u.x, store.xy v3 ^m1 ^m0, store.zw v4 _ ^c
load.a 1, mul.m0 ^r0[-1].x ^u.z, mul.m1 ^r0.w ^p[-2], add.a0 ^a0[-2] ^r1.x, mov.c ^r0.x, mov.p ^u.y, store.xy v1 ^c _, store.zw v4 ^m1 _
load.a 0, load.u 6, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.y ^p[-2], min.a0 ^a0[-2] ^u.x, store.xy $0 ^a0 _
load.a 1, load.r1 1, load.u 4, mul.m0 ^r0.w ^p[-2], mul.m1 ^a0[-1] ^u.z, add.a0 ^a0[-2] ^m0[-2], mov.c ^r1.x, store.zw v1 ^c _
load.a 1, load.u 4, mul.m0 ^a0[-2] ^u.y, mul.m1 ^m1[-1] ^a0[-1], add.a0 ^r1.z ^m1[-2], add.a1 ^r1.w ^m0[-2], mov.c ^r0.z, mov.p ^u.x, store.zw v1 _ ^c
load.u 5, mul.m0 ^r1.x ^p[-1], mul.m1 ^m0[-1] ^a1[-1], add.a0 ^a0[-1] ^r1.y, add.a1 ^m0[-2] -0, mov.c ^r1.x, mov.p ^u.z, store.xy v2 _ ^a1, store.zw v0 _ ^c
load.a 1, mul.m0 ^r0.w ^u.x, mul.m1 ^m0[-1] ^a0[-1], add.a0 ^u.w -0, add.a1 ^m1[-2] ^p[-1], mov.p ^u.z, store.xy v2 ^m0 _, store.zw v0 ^a1 _
load.a 1, load.u 5, mul.m0 ^r0.w ^a0[-1], mul.m1 ^r0.w ^p[-1], add.a0 ^m1[-1] ^u.x, add.a1 ^m1[-2] ^u.y, store.xy v0 ^a0 ^a1, store.zw v2 ^m1 ^m0
