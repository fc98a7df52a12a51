load.a 0, sign.a0 ^r0.w, sign.a1 ^r0.z, store.xy $0 ^a0 ^a1
load.a 0, max.a0 ^r0.w -^r0.w, max.a1 ^r0.z -^r0.z
floor.a0 ^a0[-1], floor.a1 ^a1[-1]
load.a 0, mul.m1 ^a1[-1] ^r1.y, max.a0 ^r0.y -^r0.y, max.a1 ^r0.x -^r0.x, store.xy $0 _ ^a1
load.u 14, mul.m0 ^a0[-2] ^r1.x, mul.m1 ^m1[-1] ^u.x, floor.a0 ^a0[-1], store.zw $0 ^a0 _
load.u 14, add.a0 -^m0[-1] ^u.w, add.a1 ^m1[-1] ^u.z
load.a 0, sign.a0 ^r0.y, sign.a1 ^r0.x, setA3.c ^a0[-1], store.xy $0 ^a1 _
mul.m1 ^r1.z ^a0[-1], floor.a0 ^r1.y, setA1.c ^a1[-2]
load.u 14, add.a0 -^m1[-1] ^u.y
load.u 14, mul.m1 ^a0[-2] ^r1.x, setA2.c ^a0[-1], mov.p ^u.x
load.u 0+A3, complex2.m0 ^u.x ^u.x, add.a0 ^m1[-1] -^p[-1], rcp.c ^u.x, mov.p ^u.x
load.u 0+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-1], setA1.c ^a0[-1], mov.p ^u.x, store.xy $0 ^p _
load.u 12, mov.p ^u.z
load.u 15, max.a0 ^m0[-2] -^u.x, mov.p ^u.x
load.u 0+A2, mul.m1 ^p[-2] ^r1.x, min.a0 ^a0[-1] ^p[-1], mov.p ^u.x
load.u 0+A1, mul.m1 ^a0[-1] ^m1[-1], mov.p ^u.x
load.u 12, mul.m0 ^u.x ^p[-1], mul.m1 ^u.y ^p[-2], mov.p ^a0[-2]
load.u 13, mul.m0 ^p[-1] ^m0[-1], mul.m1 ^p[-1] ^m1[-1], add.a0 ^m1[-2] ^u.z
load.u 13, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, mov.c ^p[-2], mov.p ^a0[-1], store.xy v0 ^a0 ^a1, store.zw v0 ^p ^c
