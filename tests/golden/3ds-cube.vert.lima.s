load.a 1, load.u 5, mul.m1 ^r0.y ^u.x, store.zw $0 ^m1 _
load.a 1, load.u 4, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.x, store.xy $0 _ ^m0
load.a 1, load.u 6, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.x, mov.p ^u.y, store.xy $0 ^m0 _
load.a 1, load.u 5, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^u.z, add.a0 ^m1[-2] ^r1.z, store.xy $1 ^m0 _
load.a 0, load.u 4, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.w, add.a0 ^a0[-1] ^m1[-2], add.a1 ^r1.y ^m1[-1], mov.p ^u.y, store.xy $2 ^a0 _
load.a 1, load.u 5, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0[-1].y ^u.w, add.a0 ^u.y -0, add.a1 ^a1[-1] ^r1.x, mov.p ^u.x, store.xy $1 _ ^a1
load.a 0, load.u 7, mul.m0 ^r0[-1].y ^a0[-1], mul.m1 ^r0.y ^p[-1], add.a0 ^m0[-2] ^u.y, add.a1 ^m1[-2] ^u.w, store.zw $0 ^m1 _
load.a 0, load.u 5, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.z, add.a0 ^a1[-1] ^m1[-2], add.a1 ^m0[-2] ^m0[-1], store.zw $1 _ ^m1
load.a 0, load.r1 1, load.u 6, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.z ^u.w, add.a0 ^a1[-1] ^r1.x, add.a1 ^a0[-2] ^m0[-1], store.zw $1 ^a0 _
load.r1 2, load.u 3, mul.m0 ^r1.x ^r1.x, mul.m1 ^a0[-1] ^a0[-1], add.a0 ^a1[-1] ^m0[-1], add.a1 ^a0[-2] ^m1[-1], mov.p ^u.y, store.xy $1 ^a0 _, store.zw $0 _ ^a1
load.a 0, load.r1 1, load.u 4, mul.m0 ^r0.x ^u.x, mul.m1 ^r1.y ^r1.y, mov.p ^u.z, store.xy $2 _ ^m0, store.zw $2 ^m1 _
load.a 0, load.u 6, mul.m0 ^r0.z ^u.x, mul.m1 ^a1[-2] ^p[-2], add.a0 ^m0[-2] ^m1[-2], mov.p ^u.z, store.xy $0 ^m0 ^m1
load.a 0, load.r1 1, load.u 1, mul.m0 ^r0.x ^p[-2], mul.m1 ^r1.x ^u.y, store.xy $3 ^m1 _
load.a 0, load.r1 2, load.u 7, mul.m1 ^r0.z ^p[-2], add.a0 ^m0[-1] ^u.z, add.a1 ^r1.z ^a0[-2], mov.p ^u.x
load.r0 2, load.r1 1, load.u 1, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^r1.x ^u.x, add.a0 ^a0[-1] ^r1.w, add.a1 ^r0.y ^p[-1], rsqrt.c ^a1[-1], store.xy $3 _ ^m1
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^a0[-1] ^m1[-2], mov.p ^r1.x
load.u 2, mul.m0 ^a0[-1] ^u.y, mul.m1 ^a0[-1] ^u.x, add.a0 ^a1[-2] ^r1.z, store.xy $1 ^m1 _, store.zw $0 ^m0 _
load.u 1, mul.m0 ^p[-2] ^u.z, mul.m1 ^p[-2] ^u.w, add.a0 ^a0[-1] ^r1.x, add.a1 ^a0[-2] -0, mov.p ^m0[-2], store.xy $0 ^a0 _, store.zw $1 _ ^p
mul.m0 ^a0[-1] ^u.z, mul.m1 ^a0[-1] ^u.w
load.u 2, mul.m0 ^a1[-2] ^u.z, mul.m1 ^a1[-2] ^u.w, add.a0 ^m0[-1] ^m0[-2], add.a1 ^m1[-1] ^m1[-2], store.xy $2 _ ^a1, store.zw $2 ^m1 _
load.r1 1, load.u 3, mul.m0 ^r0.w ^u.z, mul.m1 ^r1.y ^r1.w, add.a0 ^a0[-1] ^m0[-1], store.xy $1 _ ^m1
mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.y, add.a0 ^a0[-1] ^m0[-1], store.xy $0 ^a0 _, store.zw $2 _ ^m0
load.r1 3, mov.p ^r1.y
load.r0 3, load.u 3, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.w ^u.x, add.a0 ^m1[-2] ^r0.x, store.zw $0 _ ^m1
load.r0 2, load.r1 1, mul.m0 ^r0.x ^r1.w, mul.m1 ^r1.z ^r1.w, add.a0 ^r0.y ^r0.z, add.a1 ^r0.w ^p[-2]
load.r0 1, load.u 10, mul.m0 ^m0[-1] ^u.x, mul.m1 ^r0.y ^u.z, add.a0 ^a0[-2] ^r1.z, add.a1 ^a0[-1] ^m0[-2], store.zw $0 ^m1 _
load.r1 1, load.u 10, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^m1[-2] ^u.y, add.a0 ^a1[-2] ^r1.x, rcp.c ^a1[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^m0[-2] ^m1[-1], add.a1 ^a0[-2] ^r1.y, store.xy $0 _ ^a1
load.u 12, add.a0 ^r1.z ^a0[-1], add.a1 ^a0[-2] ^r1.w, mov.p ^u.x
load.u 8, mul.m0 ^a1[-1] ^u.x, mul.m1 ^u.y 1, max.a0 ^a0[-1] 0, max.a1 ^m0[-2] -^p[-1], mov.p ^u.z
load.u 12, mul.m0 ^r1.y ^m1[-1], mul.m1 ^r1.x ^p[-1], min.a0 ^a1[-1] ^u.x, store.xy $0 ^a0 _
load.u 10, mul.m0 ^a0[-1] ^m1[-1], mul.m1 ^a0[-1] ^m0[-2], add.a0 ^a0[-2] ^u.w, mov.p ^m0[-1], store.zw $0 ^m1 ^m0
load.a 2, load.u 11, mul.m0 ^a0[-1] ^r0.z, mul.m1 ^a0[-1] ^r0.x, lt.a0 -^u.x 0, lt.a1 ^u.x 0, store.xy $0 _ ^m1
load.a 2, mul.m0 ^a0[-2] ^r0.y, mul.m1 ^r1.x ^p[-2], max.a0 ^a1[-1] ^a0[-1], mov.p ^r1.x, store.xy $0 ^a0 _
load.a 2, load.u 9, sel.m01 ^r0.z ^a0[-1] ^m0[-2] _, add.a0 ^r1.w ^u.z
load.a 2, load.u 9, sel.m01 ^r0.y ^a0[-2] ^m0[-2] _, add.a0 ^r1.z ^u.x, add.a1 ^m1[-2] ^u.y, mov.c ^p[-2], mov.p ^a0[-1], store.xy v0 ^a0 ^a1, store.zw v0 ^p ^c
load.a 2, load.u 12, sel.m01 ^r0.x ^r1.x ^r1.y _, add.a0 ^u.y -0, mov.c ^m0[-1], mov.p ^m0[-2], store.xy v1 ^m0 ^c, store.zw v1 ^p ^a0
