load.a 0, sign.a0 ^r0.x, store.xy $0 ^a0 _
load.a 0, max.a0 ^r0.x -^r0.x, max.a1 ^r0.y -^r0.y
floor.a0 ^a0[-1], floor.a1 ^a1[-1]
load.a 0, mul.m1 ^a0[-1] ^r1.x, sign.a0 ^r0.y
load.u 6, mul.m1 ^a1[-2] ^a0[-1], lt.a0 ^m1[-1] ^u.x, setA2.c ^m1[-1]
ge.a0 ^m1[-2] 0, ge.a1 ^m1[-1] 0
load.u 6, mul.m1 ^a0[-1] ^a0[-2], lt.a0 ^m1[-2] ^u.x, setA1.c ^m1[-2]
load.u 6, mul.m1 ^a1[-2] ^a0[-1], lt.a0 ^m1[-1] 0, lt.a1 -^m1[-1] 0, mov.p ^u.y, store.xy $1 ^p _
load.u 0+A2, mul.m0 ^u.y ^p[-1], mul.m1 ^u.z ^p[-1], max.a0 ^a0[-1] ^a1[-1], store.xy $0 _ ^a0
load.u 6, sel.m01 ^u.z ^a0[-1] ^m1[-1] _, lt.a0 ^m1[-2] 0, lt.a1 -^m1[-2] 0, mov.p ^u.z, store.zw $0 _ ^m0
load.u 0+A1, sel.m01 ^p[-1] ^a0[-2] ^m0[-2] _, max.a0 ^a0[-1] ^a1[-1], mov.p ^u.w, store.xy $0 ^a0 _, store.zw $0 ^m0 _
load.u 6, sel.m01 ^u.w ^a0[-1] ^p[-1] _, store.xy $1 _ ^m0
load.r1 1, load.u 0+A2, mul.m0 ^u.w ^r1.x, mul.m1 ^u.x ^r1.x
load.u 6, sel.m01 ^u.z ^r1.y ^m1[-1] _, store.xy $1 ^m0 _
load.u 6, sel.m01 ^u.z ^r1.y ^m0[-2] _
load.u 0+A1, complex2.m0 ^m0[-1] ^m0[-1], add.a0 ^u.x -0, rcp.c ^m0[-1], mov.p ^u.z, store.xy $0 _ ^p
load.u 0+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m0[-2], mov.p ^u.y
load.u 6, sel.m01 ^u.w ^r1.x ^a0[-2] _, mov.p ^u.w
load.r0 1, load.u 7, sel.m01 ^p[-1] ^r1.x ^p[-2] _, max.a0 ^m0[-2] -^u.x, mov.c ^r0.y, mov.p ^u.x, store.zw v1 _ ^c
load.r0 1, load.u 4, mul.m0 ^r0.x ^u.x, mul.m1 ^r1.w ^u.z, min.a0 ^a0[-1] ^p[-1], min.a1 ^m0[-1] ^m0[-1], mov.c ^m0[-2], mov.p ^u.y, store.xy v1 ^c ^a1
load.u 5, mul.m0 ^r1.z ^p[-1], mul.m1 ^a0[-1] ^m1[-1], mov.c ^a0[-1], mov.p ^u.z, store.zw v0 _ ^c
load.u 6, mul.m0 ^a0[-2] ^m0[-2], mul.m1 ^a0[-2] ^m0[-1], add.a0 ^m1[-1] ^p[-1], mov.p ^u.w, store.zw v0 ^a0 _
load.u 5, sel.m01 ^p[-1] ^r1.x ^r1.y _, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1, store.zw v1 ^m0 _
