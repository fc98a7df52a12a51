load.a 1, load.u 4, mul.m1 ^r0.x ^u.x, mov.p ^u.y, store.xy $0 _ ^m1
load.a 1, load.u 6, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.z ^u.y, mov.p ^u.x, store.xy $0 ^m1 _
load.a 1, load.u 5, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.x, mov.p ^u.y
load.a 0, load.u 4, mul.m0 ^r0[-1].z ^p[-2], mul.m1 ^r0.z ^p[-2], add.a0 ^r1.y ^m1[-1], add.a1 ^m0[-2] ^m0[-1], mov.p ^u.y, store.xy $1 ^m1 _
load.a 0, load.u 7, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.x ^p[-1], add.a0 ^a0[-1] ^m0[-1], add.a1 ^a1[-1] ^r1.x, mov.p ^u.y, store.zw $2 ^a0 ^a1
load.a 0, load.u 6, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^a1[-1] ^a1[-1], add.a0 ^u.y -0, add.a1 ^m1[-1] ^p[-1], mov.p ^u.z
load.a 1, load.u 5, mul.m0 ^r0[-1].z ^a0[-1], mul.m1 ^r0.y ^u.z, add.a0 ^m0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-2], mov.p ^u.x, store.xy $1 _ ^a0
load.a 1, load.u 4, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.z ^p[-2], add.a0 ^u.z -0, add.a1 ^u.x -0, mov.p ^u.w
load.a 0, load.u 7, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.x ^a1[-1], add.a0 ^a1[-2] ^m0[-2], add.a1 ^m0[-1] ^m1[-2], mov.p ^u.x, store.xy $2 _ ^a0
load.a 0, load.u 1, mul.m0 ^r0.x ^a0[-2], mul.m1 ^r0.x ^p[-2], add.a0 ^m1[-1] ^p[-1], add.a1 ^a1[-1] ^m1[-2], mov.p ^u.y, store.zw $1 _ ^a1
load.a 0, load.u 5, mul.m0 ^r0.y ^u.z, mul.m1 ^a0[-2] ^p[-1], add.a0 ^a0[-1] ^m0[-2], mov.p ^u.w, store.xy $2 ^m1 _
load.a 0, load.u 7, mul.m0 ^a1[-2] ^a1[-2], mul.m1 ^r0.y ^p[-1], add.a0 ^m0[-2] ^u.z, add.a1 ^m1[-2] ^u.w
load.a 0, load.r1 1, load.u 6, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.z ^u.z, add.a0 ^a0[-2] ^r1.x, add.a1 ^a0[-1] ^m0[-2], store.xy $1 ^a0 _
load.r1 1, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.y, add.a0 ^m0[-2] ^r1.y, add.a1 ^a1[-2] ^m1[-2]
load.r1 2, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.y ^u.x, add.a0 ^a1[-1] ^m0[-2], add.a1 ^a1[-2] ^m1[-2], rsqrt.c ^a0[-1], store.xy $1 _ ^a1, store.zw $0 _ ^a0
load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-2] ^r1.x, add.a1 ^m0[-2] ^m1[-1]
load.u 2, mul.m0 ^a1[-2] ^u.x, mul.m1 ^a1[-2] ^u.y
load.u 3, mul.m0 ^r1.w ^u.y, mul.m1 ^r1.w ^u.x, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], mov.p ^m0[-2], store.xy $2 ^p _
load.r0 1, load.r1 2, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.x ^u.z, add.a0 ^r1.w -0, mov.p ^r1.y, store.xy $0 _ ^m1, store.zw $1 ^m0 _
add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-2], store.xy $0 ^a1 _, store.zw $0 ^a0 _
load.r1 2, load.u 1, mul.m0 ^a0[-2] ^r1.x, mul.m1 ^p[-2] ^u.z, mov.p ^u.w, store.xy $1 ^m1 _
load.r1 2, load.u 10, mul.m0 ^r1.z ^r1.x, mul.m1 ^r1.y ^p[-1], mov.p ^u.x
load.r0 2, load.r1 1, load.u 10, mul.m0 ^m0[-2] ^u.y, mul.m1 ^r1.w ^r0.x
load.r1 1, load.u 2, mul.m0 ^r1.y ^u.w, mul.m1 ^m0[-2] ^p[-2], add.a0 ^r1.z ^m1[-2], mov.p ^u.z
load.r0 1, load.u 10, mul.m0 ^r0.y ^p[-1], mul.m1 ^m1[-2] ^u.z, add.a0 ^r1.y ^r0.x, add.a1 ^m1[-1] ^m0[-2]
load.u 3, mul.m1 ^r1.w ^u.w, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a0[-1] ^m0[-1], mov.p ^u.z, store.xy $0 _ ^a1
load.u 8, mul.m1 ^r1.w ^p[-1], add.a0 ^m1[-2] ^a1[-2], add.a1 ^a0[-1] ^m1[-1], mov.p ^u.y
load.u 10, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^r1.z ^p[-1], max.a0 ^a0[-1] 0, rcp.c ^a1[-1], mov.p ^u.w, store.zw $0 ^m1 _
load.u 11, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^r1.y ^m1[-2], add.a1 ^a0[-1] ^p[-1], mov.p ^u.x, store.xy $1 ^a1 _
load.u 8, mul.m0 ^a0[-1] ^u.z, mul.m1 ^r1.x ^u.x, lt.a0 ^p[-1] 0, lt.a1 -^p[-1] 0, store.xy $0 ^m0 _, store.zw $0 _ ^m1
load.a 2, load.u 12, mul.m0 ^a1[-2] ^r0.y, mul.m1 ^a1[-2] ^r0.z, max.a0 ^m0[-2] -^u.x, max.a1 ^a0[-1] ^a1[-1], store.xy $0 _ ^a1
load.a 2, sel.m01 ^r0.z ^a1[-1] ^m1[-1] _
load.a 2, load.r1 1, load.u 12, sel.m01 ^r0.y ^a1[-2] ^m0[-2] _, min.a0 ^a0[-2] ^u.x, mov.c ^m0[-1], mov.p ^r1.x, store.zw v1 ^c _
load.u 12, mul.m0 ^a0[-1] ^r1.w, mul.m1 ^a0[-1] ^r1.z, add.a0 ^r1.y -0, mov.c ^m0[-1], mov.p ^u.y, store.xy v1 _ ^c, store.zw v1 _ ^p
load.a 2, load.u 9, mul.m0 ^p[-2] ^r0.x, mul.m1 ^a0[-2] ^r1.x, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, mov.c ^a0[-2], store.xy v0 ^a0 ^a1, store.zw v0 _ ^c
load.a 2, load.u 9, sel.m01 ^r0.x ^a0[-2] ^m0[-1] _, add.a0 ^m1[-1] ^u.z, store.xy v1 ^m0 _, store.zw v0 ^a0 _
