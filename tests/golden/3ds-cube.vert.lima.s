load.a 1
load.a 0, load.u 5, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.z, add.a0 ^u.x -0, mov.p ^u.z, store.xy $0 _ ^m0, store.zw $0 _ ^m1
load.a 1, load.u 4, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0.x ^u.x, mov.p ^u.y, store.xy $0 ^m1 _
load.a 0, load.u 7, mul.m0 ^r0.y ^a0[-2], mul.m1 ^r0.y ^p[-2], add.a0 ^m0[-1] ^u.x, mov.p ^u.y, store.zw $0 ^m1 _
load.a 0, load.u 5, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.x ^p[-2], add.a0 ^r1.y -0, mov.p ^u.y
load.a 0, load.u 6, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.z ^u.y, add.a0 ^m1[-1] ^p[-2], add.a1 ^a0[-2] ^m0[-2], mov.p ^u.x, store.xy $0 _ ^a1, store.zw $2 _ ^m0
load.a 1, load.u 4, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.x ^u.y, add.a0 ^a0[-1] ^m0[-2], add.a1 ^r1.x ^a0[-2], mov.p ^u.z
load.a 1, load.u 1, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.z ^p[-2], add.a0 ^a0[-1] ^m1[-2], mov.p ^u.x, store.xy $2 ^a0 _
load.a 0, load.u 6, mul.m0 ^r0[-1].z ^u.y, mul.m1 ^r0.x ^p[-2], add.a0 ^a1[-2] ^m1[-1], add.a1 ^m1[-2] ^m0[-2], mov.p ^u.z, store.xy $0 ^a0 _
load.a 1, load.u 4, mul.m0 ^r0.z ^p[-1], mul.m1 ^a0[-2] ^p[-2], add.a0 ^m0[-2] ^r1.w, mov.p ^u.w, store.zw $2 ^m1 _
load.a 0, load.u 7, mul.m0 ^r0.z ^p[-2], mul.m1 ^r0.x ^p[-1], add.a0 ^a1[-2] ^m0[-2], add.a1 ^m1[-2] ^u.z, mov.p ^u.w, store.xy $2 _ ^a0
load.a 0, load.u 5, mul.m1 ^r0.y ^u.w, add.a0 ^a1[-1] ^r1.z, add.a1 ^a0[-2] ^m0[-2], store.xy $1 _ ^a1
load.a 0, load.u 6, mul.m0 ^a0[-2] ^a0[-2], mul.m1 ^r0.z ^u.x, add.a0 ^a0[-1] ^m0[-2], add.a1 ^m1[-2] ^p[-2], store.zw $0 _ ^a0
mul.m0 ^a1[-2] ^a1[-2], mul.m1 ^r1.x ^r1.x, add.a0 ^r1.y ^m1[-1], add.a1 ^a1[-1] ^m1[-2], store.zw $0 ^a0 _
load.u 2, mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, add.a0 ^m1[-1] ^m0[-2], store.xy $0 _ ^m0, store.zw $1 ^m1 _
load.r1 2, mul.m0 ^a0[-2] ^u.w, mul.m1 ^a0[-2] ^u.x, add.a0 ^m0[-2] ^a0[-1], add.a1 ^a1[-2] ^r1.w, store.xy $1 ^a1 _, store.zw $1 _ ^m0
load.r1 2, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.x ^u.w, add.a0 ^m1[-1] ^r1.z, rsqrt.c ^a0[-1], mov.p ^r1.x
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^r1.y, store.xy $0 _ ^a0
load.r1 1, load.u 1, mul.m0 ^p[-2] ^u.y, mul.m1 ^p[-2] ^u.z, add.a0 ^r1.w ^m1[-2], store.xy $2 ^m1 _
load.r1 1, load.u 3, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.w, add.a0 ^a0[-1] ^r1.z, mov.p ^m0[-2], store.zw $1 ^p ^m0
load.r1 2, mul.m1 ^m0[-2] 1, mov.p ^r1.y
mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y, add.a0 ^a0[-2] ^m1[-2], store.zw $0 ^a0 _
load.r0 1, load.u 2, mul.m0 ^r1.w ^u.y, mul.m1 ^p[-2] ^r0.z, add.a0 ^r1.y ^r0.w, add.a1 ^m1[-1] ^m1[-2], store.xy $0 _ ^a0, store.zw $1 _ ^m1
load.r0 2, load.u 2, complex2.m0 ^a0[-2] ^a0[-2], mul.m1 ^r1.w ^u.z, add.a0 ^m0[-2] ^r0.x, rcp.c ^a0[-2]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-2] ^m0[-2], store.zw $0 ^a1 ^a0
load.r1 1, load.u 12, mul.m1 ^r0.x ^r1.z, mov.p ^u.x
load.r1 1, load.u 10, mul.m0 ^r1.w ^u.y, mul.m1 ^m1[-1] ^u.x, max.a0 ^m0[-2] -^p[-1]
load.r1 1, load.u 3, mul.m0 ^r1.y ^r1.z, mul.m1 ^r1.x ^u.z, min.a0 ^a0[-1] ^p[-2], mov.p ^u.y, store.xy $0 ^a0 _
load.r0 1, load.u 10, mul.m0 ^r0.x ^p[-1], mul.m1 ^m0[-1] ^u.z, add.a0 ^m1[-2] ^m0[-2], add.a1 ^r1.w ^m1[-1]
load.u 8, mul.m1 ^a1[-1] ^u.z, add.a0 ^m1[-1] ^a0[-1], add.a1 ^r1.z ^m0[-1]
load.u 8, mul.m0 ^r1.y ^u.x, mul.m1 ^a1[-1] ^u.y, max.a0 ^a0[-1] 0
load.u 10, mul.m0 ^r1.x ^m1[-2], mul.m1 ^r1.x ^m1[-1], add.a0 ^a0[-1] ^u.w, store.xy $1 ^m0 _, store.zw $0 _ ^m1
load.a 2, load.u 11, mul.m0 ^r1.x ^m0[-2], mul.m1 ^a0[-1] ^r0.x, lt.a0 ^u.x 0, lt.a1 -^u.x 0, store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.a 2, mul.m0 ^a0[-2] ^r0.y, mul.m1 ^a0[-2] ^r0.z, max.a0 ^a0[-1] ^a1[-1], mov.c ^r1.x, store.xy $0 ^a0 _, store.zw v0 _ ^c
load.a 2, load.r1 1, load.u 9, sel.m01 ^r0.z ^a0[-1] ^m1[-1] _, add.a0 ^r1.x ^u.z, store.zw v0 ^a0 _
load.a 2, load.u 9, sel.m01 ^r0.y ^a0[-2] ^m0[-2] _, add.a0 ^r1.z ^u.x, add.a1 ^r1.w ^u.y, store.xy v0 ^a0 ^a1
load.a 2, load.u 12, sel.m01 ^r0.x ^r1.x ^r1.y _, add.a0 ^u.y -0, mov.c ^m0[-1], mov.p ^m0[-2], store.xy v1 ^m0 ^c, store.zw v1 ^p ^a0
