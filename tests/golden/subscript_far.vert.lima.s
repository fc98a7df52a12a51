load.a 0, max.a0 ^r0.z -^r0.z, max.a1 ^r0.w -^r0.w
floor.a0 ^a1[-1], floor.a1 ^a0[-1], store.xy $0 ^a1 _
load.a 0, sign.a0 ^r0.w, sign.a1 ^r0.z, store.xy $0 _ ^a1
load.a 0, mul.m1 ^a0[-2] ^a0[-1], max.a0 ^r0.x -^r0.x, max.a1 ^r0.y -^r0.y
load.u 14, add.a0 -^m1[-1] ^u.w
mul.m1 ^r1.x ^r1.y, floor.a0 ^a1[-2], floor.a1 ^a0[-2], setA1.c ^a0[-1], store.xy $0 ^a1 ^a0
load.a 0, load.u 14, mul.m1 ^m1[-1] ^u.x, sign.a0 ^r0.x
load.u 14, add.a0 ^m1[-1] ^u.z
load.a 0, mul.m1 ^r1.x ^a0[-2], sign.a0 ^r0.y, setA3.c ^a0[-1], store.xy $0 ^m1 _
load.u 0+A1, complex2.m0 ^u.x ^u.x, mul.m1 ^r1.y ^a0[-1], rcp.c ^u.x
load.u 0+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^u.x
load.u 14, add.a0 ^r1.x -^u.x, add.a1 -^m1[-2] ^u.y
load.u 15, max.a0 ^m0[-2] -^u.x, setA2.c ^a1[-1], mov.p ^u.x
load.u 0+A3, min.a0 ^a0[-1] ^p[-1], setA1.c ^a0[-2], mov.p ^u.x, store.xy $0 ^a0 _
load.u 12, mul.m1 ^a0[-1] ^u.z, add.a0 ^u.x -0, mov.p ^u.y
load.u 13, mul.m1 ^m1[-1] ^p[-2], mov.p ^u.z
load.u 0+A2, mul.m0 ^r1.x ^a0[-2], mul.m1 ^r1.x ^p[-2], mov.c ^r1.x, mov.p ^u.x, store.zw v0 _ ^c
load.u 0+A1, mul.m0 ^m1[-1] ^p[-1], mul.m1 ^m0[-1] ^u.x, add.a0 ^m1[-2] ^p[-2], store.zw v0 ^a0 _
load.u 13, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
