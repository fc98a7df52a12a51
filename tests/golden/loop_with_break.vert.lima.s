load.a 0, load.u 2, mul.m0 ^u.y 1, mul.m1 ^u.z 1, add.a0 ^r0.y ^u.x, add.a1 ^r0.x -0, mov.p ^u.y, store.xy $1 ^m1 ^a0, store.zw $0 _ ^m0
mul.m1 ^a1[-1] 1, mov.p ^p[-1], store.xy $0 ^m1 ^p
nop
nop
L4:
load.a 1, add.a0 ^r0.x ^r1.x, store.zw $0 ^a0 _
load.r1 1, ge.a0 ^r1.y ^a0[-1]
mov.p ^a0[-1], branch L11
load.u 2, mul.m1 ^u.w ^r1.y, mov.p ^r1.z, store.xy $1 ^m1 _
mov.p ^p[-1], store.xy $0 ^p _
nop
load.u 3, mov.p ^u.x, branch L14
L11:
load.u 3, add.a0 ^u.x ^r1.w, add.a1 ^u.x ^r1.y, mov.p ^r1.z, store.xy $0 ^p ^a1, store.zw $0 _ ^a0
load.u 2, lt.a0 ^a0[-1] ^u.z
mov.p ^a0[-1], branch L4
L14:
load.u 3, mov.p ^u.y
load.r1 1, mul.m0 ^u.y ^r0.y, mul.m1 ^u.z ^r1.x, mov.p ^u.x
load.u 1, mul.m0 ^m0[-1] ^p[-2], mul.m1 ^p[-1] ^r1.x, mov.p ^u.y
load.u 3, mul.m0 ^m1[-1] ^u.y, mul.m1 ^m1[-2] ^u.y, add.a0 ^m0[-1] ^p[-1], mov.c ^u.y, store.xy v0 _ ^a0, store.zw v0 _ ^c
load.u 1, add.a0 ^m1[-1] ^u.z, add.a1 ^m0[-1] ^u.x, store.xy v0 ^a1 _, store.zw v0 ^a0 _
