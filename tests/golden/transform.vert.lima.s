load.a 0, load.u 3, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.y, add.a0 ^u.w -0, mov.p ^u.z
load.a 0, load.u 2, mul.m0 ^r0.w ^a0[-1], mul.m1 ^r0.z ^p[-1], add.a0 ^u.y -0, mov.p ^u.x, store.xy $0 ^m1 ^m0
load.a 0, mul.m0 ^r0.y ^a0[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m0[-2] ^m1[-2], mov.p ^u.y
load.a 0, load.u 1, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.x ^p[-1], add.a0 ^m1[-1] ^m0[-1], mov.p ^u.x, store.xy $1 _ ^m0
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^a0[-2] ^r1.y, add.a1 ^m1[-1] ^m0[-1], mov.p ^u.w, store.zw $0 ^m0 _
load.a 0, load.u 3, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.w ^p[-1], add.a0 ^a0[-1] ^r1.x, add.a1 ^a0[-2] ^m0[-1], mov.p ^u.y
load.a 0, mul.m0 ^r0.w ^p[-1], mul.m1 ^r0.x ^u.x, add.a0 ^a1[-2] ^m1[-2], add.a1 ^a1[-1] ^m1[-1], mov.c ^a0[-1], mov.p ^u.w, store.xy $1 ^m1 _, store.zw v1 ^a1 ^c
load.a 0, load.u 2, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.z ^u.x, add.a0 ^a0[-1] ^m0[-1], add.a1 ^m1[-1] ^m0[-2], mov.p ^u.w, store.zw $0 _ ^a0
load.a 0, load.u 1, mul.m0 ^r0.y ^u.w, mul.m1 ^a0[-1] ^u.x, mov.p ^u.w, store.xy $2 ^m1 _
load.a 0, mul.m0 ^r0.z ^p[-2], mul.m1 ^a0[-2] ^p[-1], add.a0 ^a1[-2] ^m1[-2], add.a1 ^m0[-2] ^m0[-1], mov.p ^u.y, store.xy $0 ^a0 _, store.zw $1 ^m1 _
load.a 0, load.r1 1, load.u 1, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^u.x, add.a0 ^r1.x -0, add.a1 ^r1.y -0, mov.p ^u.z
load.a 0, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^u.z, add.a0 ^a1[-2] ^m0[-2], mov.p ^u.z
load.a 0, load.u 1, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.z ^u.z, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-2], mov.p ^u.w
load.a 0, load.u 3, mul.m1 ^r0.w ^u.x, add.a0 ^a0[-2] ^r1.y, add.a1 ^m1[-2] ^m0[-2], store.xy $0 _ ^a0
load.a 0, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0.w ^u.w, add.a0 ^a1[-2] ^m1[-2], add.a1 ^a0[-2] ^m0[-2]
load.a 0, load.u 3, mul.m0 ^a0[-2] ^u.y, mul.m1 ^r0.w ^u.z, add.a0 ^r1.x ^m1[-2], add.a1 ^a1[-2] ^r1.z, store.xy $0 ^a0 _, store.zw $1 _ ^m0
load.u 1, mul.m0 ^r1.w ^u.z, mul.m1 ^r1.w ^u.y, add.a0 ^a1[-2] ^m1[-2], add.a1 ^a0[-2] ^m0[-2], store.xy v1 ^a0 ^a1
mul.m0 ^a0[-2] ^u.z, mul.m1 ^a0[-2] ^u.y, add.a0 ^a1[-2] ^m1[-2], store.zw $0 ^a0 _
mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.w, add.a0 ^m0[-1] ^m0[-2], add.a1 ^m1[-1] ^m1[-2], store.xy $1 ^a0 ^m1
load.r1 2, load.u 2, mul.m0 ^a0[-2] ^u.y, mul.m1 ^a0[-2] ^u.x, add.a0 ^m0[-1] ^r1.x
load.u 3, complex2.m0 ^r1.y ^r1.y, mul.m1 ^r1.y ^u.x, add.a0 ^a1[-2] ^m0[-1], rcp.c ^r1.y
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.y, add.a0 ^a0[-2] ^m1[-2], add.a1 ^a0[-1] ^r1.w, store.xy v2 _ ^a1
load.r1 1, load.u 6, add.a0 ^a0[-1] ^m1[-2], add.a1 ^r1.y ^r1.z, mov.p ^u.x, store.xy v2 ^a0 _
load.u 2, mul.m1 ^r1.z ^u.w, max.a0 ^m0[-2] -^p[-1], mov.p ^u.z
load.u 4, mul.m0 ^r1.w ^u.y, mul.m1 ^r1.x ^u.x, add.a0 ^a1[-2] ^m1[-1], mov.p ^u.z, store.xy $0 ^a0 _, store.zw $0 _ ^m0
load.u 6, mul.m0 ^r1.z ^p[-2], mul.m1 ^r1.z ^p[-1], min.a0 ^a0[-2] ^u.x, store.zw $0 ^a0 _
load.u 5, mul.m0 ^a0[-1] ^m1[-1], mul.m1 ^a0[-1] ^m1[-2], mov.p ^u.y
load.r0 1, load.u 5, mul.m1 ^a0[-2] ^r1.w, add.a0 ^m1[-1] ^u.x, add.a1 ^r0.x ^m0[-2], mov.p ^u.z
load.u 3, mul.m0 ^r1.y ^u.z, mul.m1 ^r1.y ^u.w, add.a0 ^m0[-2] ^p[-1], add.a1 ^m1[-1] ^p[-2], mov.c ^r1.z, store.zw v0 ^a0 ^c
add.a0 ^a1[-2] ^m0[-1], add.a1 ^r1.x ^m1[-1], mov.c ^a0[-2], mov.p ^a1[-1], store.xy v0 ^c ^p, store.zw v2 ^a0 ^a1
