load.a 0, load.u 7, max.a0 ^r0.x -^r0.x, mov.p ^u.z, store.zw v0 ^p _
load.u 8, floor.a0 ^a0[-1], mov.p ^u.z, store.xy $0 ^a0 _, store.zw v0 _ ^p
load.a 0, sign.a0 ^r0.x
mul.m1 ^a0[-2] ^a0[-1]
load.u 8, mul.m1 ^m1[-1] ^u.y, add.a0 ^m1[-1] ^u.x
load.u 8, add.a0 ^m1[-1] ^u.y, setA1.c ^a0[-1]
setA2.c ^a0[-1]
nop
nop
load.u 0+A1, mov.p ^u.x, store.xy $0 ^p _
load.u 0+A2, mov.p ^u.y
load.u 6, mul.m0 ^u.y ^p[-1], mul.m1 ^u.x ^p[-2]
load.u 8, mul.m0 ^m0[-1] ^u.z, mul.m1 ^m1[-1] ^u.z
load.u 7, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
