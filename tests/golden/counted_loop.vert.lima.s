load.a 0, load.u 2, mul.m0 ^u.x 1, mul.m1 ^u.x 1, mov.p ^r0.x, store.xy $0 ^m0 ^m1, store.zw $0 ^p _
nop
nop
L3:
load.u 2, ge.a0 ^r1.x ^u.y
mov.p ^a0[-1], branch L10
load.u 2, mul.m1 ^u.z ^r1.z, lt.a0 ^u.w ^r1.x, store.zw $0 _ ^a0
load.a 0, add.a0 ^r0.z ^r1.y, add.a1 ^m1[-1] ^r0.y, store.zw $0 ^a1 _
load.u 3, sel.m01 ^r1.y ^a0[-2] ^a0[-1] _, add.a0 ^u.x ^r1.x, store.xy $0 ^a0 ^m0
nop
load.u 3, mov.p ^u.x, branch L3
L10:
mul.m0 ^u.y ^r1.y, mul.m1 ^u.x ^r1.z
load.u 1, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, mov.p ^u.z, store.xy v0 ^a0 ^a1, store.zw v0 ^p _
load.u 3, mov.p ^u.x, store.zw v0 _ ^p
