load.u 2, mul.m0 ^u.x 1, mul.m1 ^u.x 1, mov.p ^u.x, store.xy $0 _ ^p, store.zw $1 ^m0 _
mov.p ^m1[-1], store.xy $1 _ ^p
nop
nop
L4:
load.r1 1, load.u 2, mul.m1 ^r0.y 1, add.a0 ^u.y ^r1.y, mov.p ^u.x, store.xy $1 ^a0 _, store.zw $0 ^p _
load.a 0, mul.m1 ^a0[-1] ^r0.y, mov.p ^m1[-1], store.xy $0 ^p _
load.u 2, add.a0 ^m1[-1] ^u.y, store.zw $0 _ ^a0
nop
nop
L9:
load.a 0, add.a0 ^r0.x ^r1.x, store.xy $0 _ ^a0
ge.a0 ^r1.w ^a0[-1]
mov.p ^a0[-1], branch L15
mov.p ^r1.y, store.xy $0 ^p _
nop
load.u 2, mov.p ^u.y, branch L18
L15:
load.u 2, add.a0 ^u.y ^r1.z, mov.p ^r1.y, store.xy $0 ^p _, store.zw $0 ^a0 _
load.u 2, lt.a0 ^a0[-1] ^u.z
mov.p ^a0[-1], branch L9
L18:
load.u 2, ge.a0 ^u.w ^r1.x
mov.p ^a0[-1], branch L24
load.r0 1, mul.m1 ^r0.x 1, mov.p ^r1.x, store.xy $0 _ ^p
mov.p ^m1[-1], store.xy $1 _ ^p
nop
load.u 2, mov.p ^u.y, branch L29
L24:
load.r0 1, load.u 2, add.a0 ^u.y ^r1.x, add.a1 ^u.y ^r0.z, mov.p ^r0.x, store.xy $1 _ ^p, store.zw $1 ^a1 ^a0
load.a 0, load.u 3, lt.a0 ^r0[-1].x ^r0.y, lt.a1 ^a1[-1] ^u.x, store.zw $0 ^a1 _
sel.m01 ^a0[-2] ^a0[-1] ^r1.x _, store.xy $0 _ ^m0
nop
mov.p ^r1.z, branch L4
L29:
load.r0 1, mul.m0 ^u.y ^r0.y, mul.m1 ^u.x ^r1.y
load.u 1, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, mov.p ^u.z, store.xy v0 ^a0 ^a1, store.zw v0 ^p _
load.u 2, mov.p ^u.y, store.zw v0 _ ^p
