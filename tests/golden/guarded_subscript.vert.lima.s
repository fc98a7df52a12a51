load.a 0, sign.a0 ^r0.y, store.xy $0 ^a0 _
load.a 0, max.a0 ^r0.y -^r0.y, max.a1 ^r0.x -^r0.x
floor.a0 ^a0[-1], floor.a1 ^a1[-1]
load.a 0, mul.m1 ^a0[-1] ^r1.x, sign.a0 ^r0.x, store.zw $0 ^m1 _
mul.m1 ^a1[-2] ^a0[-1], setA1.c ^m1[-1], store.xy $0 _ ^m1
ge.a0 ^m1[-2] 0, ge.a1 ^m1[-1] 0, store.xy $0 ^a1 _
load.u 6, lt.a0 ^r1.z ^u.x, setA2.c ^m1[-2]
load.u 6, mul.m1 ^a0[-2] ^a0[-1], lt.a0 ^r1.y ^u.x
load.u 0+A1, lt.a0 ^m1[-1] 0, lt.a1 -^m1[-1] 0, mov.p ^u.w
load.u 6, mul.m0 ^u.y 1, mul.m1 ^r1.x ^a0[-2], max.a0 ^a0[-1] ^a1[-1], mov.p ^u.w, store.xy $0 ^a0 ^m0, store.zw $0 ^m1 _
load.u 0+A2, sel.m01 ^p[-1] ^a0[-1] ^p[-2] _, mov.p ^u.w, store.zw $0 _ ^m0
load.u 0+A1, mul.m0 ^u.y 1, mul.m1 ^p[-1] ^m0[-2], mov.p ^u.x, store.xy $2 ^m0 _, store.zw $1 ^m1 _
load.u 6, sel.m01 ^u.w ^r1.x ^p[-1] _, lt.a0 -^r1.z 0, lt.a1 ^r1.z 0, store.zw $1 _ ^m0
load.u 0+A2, mul.m0 ^u.y ^r1.y, mul.m1 ^u.z ^r1.y, max.a0 ^a1[-1] ^a0[-1], store.xy $1 ^a0 ^m0
load.u 6, sel.m01 ^u.z ^a0[-1] ^m1[-1] _, store.zw $0 ^m0 _
load.r1 1, load.u 6, sel.m01 ^u.z ^a0[-2] ^r1.z _, mov.p ^u.w, store.zw $1 ^m0 _
load.r0 2, load.u 0+A2, sel.m01 ^p[-1] ^r1.x ^r0.x _, mov.p ^u.x
load.u 0+A1, complex2.m0 ^m0[-2] ^m0[-2], mul.m1 ^p[-1] ^r1.y, rcp.c ^m0[-2], mov.p ^u.z, store.xy $0 _ ^p
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, mov.c ^r1.w, mov.p ^m0[-2], store.xy v1 ^c ^p
load.r1 1, load.u 6, sel.m01 ^u.z ^r1.x ^m1[-2] _, mov.p ^u.z
load.r1 1, load.u 7, sel.m01 ^p[-1] ^r1.x ^r1.y _, max.a0 ^m0[-2] -^u.x, mov.p ^u.x
load.u 4, mul.m0 ^r1.z ^u.z, mul.m1 ^m0[-2] ^u.x, min.a0 ^a0[-1] ^p[-1], mov.c ^r1.w, mov.p ^u.y, store.zw v1 _ ^c
load.u 5, mul.m0 ^m0[-2] ^p[-1], mul.m1 ^a0[-1] ^m0[-1], mov.c ^a0[-1], mov.p ^u.z, store.zw v0 _ ^c
load.u 6, mul.m0 ^a0[-2] ^m1[-2], mul.m1 ^a0[-2] ^m0[-1], add.a0 ^m1[-1] ^p[-1], mov.p ^u.w, store.zw v0 ^a0 _
load.u 5, sel.m01 ^p[-1] ^r1.x ^r1.y _, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1, store.zw v1 ^m0 _
