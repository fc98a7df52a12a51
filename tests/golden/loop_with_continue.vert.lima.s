load.u 3, mul.m0 ^u.y 1, mul.m1 ^u.y 1, add.a0 ^u.y -0, add.a1 ^u.y -0, mov.p ^u.x, store.xy $0 ^m1 _, store.zw $0 ^p ^a1
mul.m1 ^a0[-1] 1, mov.p ^m0[-1], store.xy $2 ^m1 _, store.zw $1 _ ^p
nop
nop
L4:
load.a 0, add.a0 ^r0.x ^r1.z, store.xy $0 _ ^a0
lt.a0 ^a0[-1] ^r0[-1].y
mov.p ^a0[-1], branch L17
load.u 3, add.a0 ^u.x ^r1.x, store.zw $1 ^a0 _
load.u 3, ge.a0 ^u.z ^a0[-1]
mov.p ^a0[-1], branch L14
load.r1 1, load.u 3, mul.m0 ^r0.y 1, mul.m1 ^u.w ^r1.z, mov.p ^u.x, store.xy $2 ^p _, store.zw $0 ^m0 _
add.a0 ^m1[-1] ^r0[-1].y, store.xy $0 ^a0 _
nop
load.u 3, mov.p ^u.x, branch L24
L14:
load.r1 1, mul.m1 ^r0.w 1, mov.p ^r1.z, store.xy $1 ^p ^m1
nop
load.u 3, mov.p ^u.x, branch L20
L17:
load.r0 1, mul.m1 ^r0.w 1, mov.p ^r1.x, store.xy $1 ^p ^m1
nop
nop
L20:
load.r0 1, load.u 3, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, add.a0 ^u.x ^r1.w, mov.p ^r1.y, store.xy $0 ^m1 _, store.zw $0 ^p ^a0
load.u 2, lt.a0 ^a0[-1] ^u.z, mov.p ^m0[-1], store.zw $1 ^a0 ^p
nop
mov.p ^a0[-2], branch L4
L24:
load.r1 2, complex2.m0 ^r1.x ^r1.x, mul.m1 ^u.x ^r0.z, rcp.c ^r1.x, store.xy $0 _ ^m1
load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x
load.r0 1, mul.m0 ^u.z ^r0.w, mul.m1 ^u.y ^r1.x, store.xy $1 ^m0 _, store.zw $0 _ ^m1
load.u 2, clamp.p ^m0[-2], store.xy $1 _ ^p, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^r1.y
load.r1 1, load.u 1, mul.m1 ^p[-2] ^r1.x, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
