load.a 0, load.u 5, max.a0 ^r0.x 0, mov.p ^u.z, store.zw v0 ^p _
load.u 6, floor.a0 ^a0[-1], mov.p ^u.y, store.zw v0 _ ^p
load.u 6, mul.m1 ^a0[-1] ^u.x
setA1.c ^m1[-1]
nop
nop
nop
load.u 0+A1, mov.p ^u.x, store.xy $0 ^p _
load.u 1+A1, mov.p ^u.y
load.u 4, mul.m0 ^u.y ^p[-1], mul.m1 ^u.x ^p[-2]
load.u 5, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
