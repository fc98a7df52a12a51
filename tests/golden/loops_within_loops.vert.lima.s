load.u 2, mul.m0 ^u.x 1, mul.m1 ^u.x 1, mov.p ^u.x, store.xy $1 _ ^m1, store.zw $0 ^p _
mov.p ^m0[-1], store.zw $1 ^p _
nop
nop
L4:
load.r1 1, load.u 2, ge.a0 ^r1.z ^u.y
mov.p ^a0[-1], branch L32
load.r1 1, load.u 2, mul.m1 ^r0.z 1, add.a0 ^u.z ^r1.y, mov.p ^u.x, store.xy $1 ^a0 _
load.a 0, mul.m0 ^a0[-1] ^r0.y, mul.m1 ^m1[-1] 1, mov.p ^p[-1], store.xy $0 ^m1 ^p
load.u 2, add.a0 ^m0[-1] ^u.z, store.zw $0 _ ^a0
nop
nop
L11:
load.u 2, ge.a0 ^r1.y ^u.w
mov.p ^a0[-1], branch L22
load.a 0, add.a0 ^r0.x ^r1.x, store.zw $0 ^a0 _
ge.a0 ^r1.w ^a0[-1]
mov.p ^a0[-1], branch L19
mov.p ^r1.z, store.xy $0 ^p _
nop
load.u 2, mov.p ^u.z, branch L22
L19:
load.u 2, add.a0 ^u.z ^r1.y, mov.p ^r1.z, store.xy $0 ^p ^a0
nop
load.u 2, mov.p ^u.z, branch L11
L22:
load.u 3, ge.a0 ^u.x ^r1.x
mov.p ^a0[-1], branch L27
load.r0 1, mul.m1 ^r0.x 1, mov.p ^r1.x, store.xy $1 _ ^m1, store.zw $0 ^p _
nop
load.u 2, mov.p ^u.z, branch L32
L27:
load.r0 1, load.u 2, add.a0 ^u.z ^r1.x, add.a1 ^u.z ^r0.z, mov.p ^r0.x, store.xy $1 _ ^p, store.zw $1 ^a1 ^a0
load.a 0, lt.a0 ^r0[-1].x ^r0.y
sel.m01 ^a0[-2] ^a0[-1] ^r1.x _, store.zw $0 ^m0 _
nop
load.u 2, mov.p ^u.z, branch L4
L32:
load.r0 1, mul.m0 ^u.y ^r0.y, mul.m1 ^u.x ^r1.z
load.u 1, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, mov.p ^u.z, store.xy v0 ^a0 ^a1, store.zw v0 ^p _
load.u 2, mov.p ^u.z, store.zw v0 _ ^p
