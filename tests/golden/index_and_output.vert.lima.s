load.a 0, load.u 5, max.a0 ^r0.x -^r0.x, mov.p ^u.x, store.zw v0 _ ^p
floor.a0 ^a0[-1], store.xy $0 ^a0 _
load.a 0, sign.a0 ^r0.x
mul.m1 ^a0[-2] ^a0[-1]
load.u 3, mul.m1 ^m1[-1] ^u.z, setA1.c ^m1[-1]
load.u 4, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
nop
nop
load.u 0+A1, mul.m1 ^u.y 1, mov.p ^u.x
load.u 3, mul.m0 ^u.y ^m1[-1], mul.m1 ^u.x ^p[-1]
load.u 4, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
