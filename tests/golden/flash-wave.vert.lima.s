load.a 0, load.u 2, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.z, store.xy $0 ^m1 _, store.zw $0 ^m0 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.z ^u.w, store.xy $0 _ ^m0
load.a 0, load.u 3, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.w ^u.z
load.a 0, load.u 1, mul.m0 ^r0.y ^u.z, mul.m1 ^r0.y ^u.w, add.a0 ^m0[-1] ^m1[-2], add.a1 ^m1[-1] ^r1.x
load.a 0, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.x ^u.z, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1]
load.a 0, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.y, add.a0 ^a0[-1] ^m0[-1]
load.a 0, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.y ^u.y, add.a0 ^a1[-2] ^m1[-2], rcp.c ^a0[-1], store.xy $0 ^a0 _
load.u 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-2] ^r1.y, add.a1 ^m0[-2] ^r1.z, mov.p ^u.x, store.zw $0 ^a1 _
add.a0 ^u.x -0, add.a1 ^a0[-1] ^m1[-2], mov.p ^u.y, store.xy $0 _ ^a1
load.a 0, load.u 6, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.y ^u.x, max.a0 ^m0[-2] -^u.z, mov.p ^u.y
load.a 0, load.u 6, mul.m0 ^r0.x ^a0[-2], mul.m1 ^r0.x ^p[-2], min.a0 ^a0[-1] ^u.z
load.u 4, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.z, add.a0 ^r1.z ^m0[-2], add.a1 ^m1[-2] ^p[-2]
load.u 4, mul.m0 ^a0[-2] ^u.y, mul.m1 ^m1[-1] ^r1.x, add.a0 ^a0[-1] ^m0[-2], add.a1 ^r1.y ^m1[-2], mov.c ^a0[-2], mov.p ^a1[-1], store.xy v2 ^p _, store.zw v0 _ ^c
load.a 1, load.u 5, mul.m0 ^m0[-1] ^a1[-1], mul.m1 ^m0[-2] ^a0[-1], add.a0 ^m1[-1] ^u.z, mov.c ^r0.x, mov.p ^r0.y, store.xy v1 ^c ^p, store.zw v0 ^a0 _
load.u 5, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
