load.a 0, load.u 3, mul.m1 ^u.x 1, mov.p ^r0.x, store.xy $1 ^p ^m1
nop
nop
L3:
load.r1 1, load.u 3, mul.m1 ^u.y ^r1.x
load.u 3, add.a0 ^m1[-1] ^u.z, store.xy $0 ^a0 _
load.u 3, ge.a0 ^u.w ^a0[-1]
mov.p ^a0[-1], branch L10
load.u 4, mul.m0 ^r1.x 1, mul.m1 ^u.x 1, mov.p ^r1.x, store.xy $0 _ ^m1, store.zw $0 ^p ^m0
nop
load.u 4, mov.p ^u.x, branch L26
L10:
load.u 2, lt.a0 ^u.x 0, lt.a1 -^u.x 0
max.a0 ^a0[-1] ^a1[-1]
ge.a0 -^a0[-1] 0
mov.p ^a0[-1], branch L17
load.u 3, mul.m0 ^u.x 1, mul.m1 ^u.x 1, mov.p ^r1.x, store.xy $0 _ ^m1, store.zw $0 ^p ^m0
nop
load.u 4, mov.p ^u.x, branch L26
L17:
load.r1 1, load.u 4, add.a0 ^u.x ^r1.y, store.zw $1 ^a0 _
load.u 4, lt.a0 ^a0[-1] ^u.y
mov.p ^a0[-1], branch L23
load.u 3, mul.m0 ^u.x 1, mul.m1 ^u.x 1, mov.p ^r1.x, store.xy $0 _ ^m1, store.zw $0 ^p ^m0
nop
load.u 4, mov.p ^u.x, branch L26
L23:
load.r0 1, mul.m1 ^r0.z 1, mov.p ^r1.x, store.xy $1 ^p ^m1
nop
load.u 4, mov.p ^u.x, branch L3
L26:
load.u 1, mul.m1 ^u.z 1, lt.a0 ^r1.y 0, lt.a1 -^r1.y 0, mov.p ^u.y, store.xy v0 _ ^p, store.zw v0 ^m1 _
load.u 4, max.a0 ^a0[-1] ^a1[-1], mov.p ^u.x, store.xy $0 ^a0 _, store.zw v0 _ ^p
add.a0 -^r1.z 0
sel.m01 ^a0[-1] ^a0[-2] ^r1.w _
mul.m1 ^m0[-1] ^u.x
load.u 1, add.a0 ^m1[-1] ^u.x, store.xy v0 ^a0 _
