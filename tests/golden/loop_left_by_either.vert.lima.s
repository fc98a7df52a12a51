load.a 1, load.u 3, mul.m0 ^r0.z 1, mul.m1 ^r0.y 1, add.a0 ^u.x -0, mov.p ^r0.x, store.xy $0 ^p _, store.zw $0 ^m1 _
mul.m1 ^a0[-1] 1, mov.p ^m0[-1], store.xy $1 ^p ^m1
nop
nop
L4:
load.a 2, ge.a0 ^r0.x ^r1.x
mov.p ^a0[-1], branch L9
mov.p ^r1.x, store.xy $1 ^p _
nop
load.u 3, mov.p ^u.y, branch L20
L9:
load.u 3, mul.m1 ^u.z ^r1.x, add.a0 ^u.y ^r1.z, store.xy $0 _ ^a0, store.zw $0 _ ^m1
load.u 3, ge.a0 ^u.w ^a0[-1]
mov.p ^a0[-1], branch L16
mul.m0 ^r1.y 1, mul.m1 ^r1.y 1, mov.p ^r1.w, store.xy $0 ^p _, store.zw $0 ^m1 _
mov.p ^m0[-1], store.xy $1 ^p _
nop
load.u 3, mov.p ^u.y, branch L20
L16:
load.r1 1, load.u 3, mul.m1 ^r0.y 1, add.a0 ^u.y ^r1.y, mov.p ^r0.w, store.xy $1 _ ^a0, store.zw $0 ^m1 _
load.u 2, lt.a0 ^a0[-1] ^u.z, mov.p ^p[-1], store.xy $0 ^p _, store.zw $1 ^a0 _
nop
mov.p ^a0[-2], branch L4
L20:
load.a 0, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, add.a0 ^r1.z -0, rcp.c ^r0.w, mov.p ^r1.x, store.xy v1 ^p ^a0, store.zw $0 _ ^m1
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, mov.p ^r1.x, store.zw v1 ^p _
load.a 0, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, store.xy $0 _ ^m1, store.zw $1 ^m0 _
load.u 2, clamp.p ^m0[-2], store.xy $1 _ ^p, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^r1.w
load.r1 1, load.u 1, mul.m1 ^p[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
