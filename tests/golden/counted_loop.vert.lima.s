load.a 0, load.u 2, mul.m0 ^u.x 1, mul.m1 ^u.x 1, mov.p ^r0.x, store.xy $0 ^m1 ^m0, store.zw $0 ^p _
nop
nop
L3:
load.u 2, mul.m1 ^u.y ^r1.z, lt.a0 ^u.z ^r1.y, store.xy $1 ^a0 _, store.zw $0 _ ^m1
load.a 0, load.u 2, add.a0 ^r0.z ^r1.x, add.a1 ^u.w ^r1.y, store.xy $0 _ ^a1, store.zw $1 ^a1 _
sel.m01 ^r1.x ^a0[-2] ^a0[-1] _, add.a0 ^m1[-2] ^r0[-1].y, store.xy $0 ^m0 _, store.zw $0 ^a0 _
load.u 3, lt.a0 ^a1[-2] ^u.x
mov.p ^a0[-1], branch L3
mul.m0 ^u.y ^r1.x, mul.m1 ^u.x ^r1.z
load.u 1, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, mov.p ^u.z, store.xy v0 ^a0 ^a1, store.zw v0 ^p _
load.u 2, mov.p ^u.w, store.zw v0 _ ^p
