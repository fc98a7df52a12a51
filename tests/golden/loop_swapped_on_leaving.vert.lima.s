load.a 0, load.u 2, mul.m0 ^u.x 1, mul.m1 ^r0.y 1, add.a0 ^u.x -0, mov.p ^r0.x, store.xy $0 ^p ^m1, store.zw $0 ^a0 ^m0
nop
nop
L3:
load.u 2, lt.a0 ^r1.z ^u.y
mov.p ^a0[-1], branch L9
mul.m1 ^r1.y 1, mov.p ^r1.x, store.xy $0 ^m1 _
mov.p ^p[-1], store.xy $0 _ ^p
nop
load.u 2, mov.p ^u.z, branch L19
L9:
load.a 1, ge.a0 ^r1.z ^r0.x, store.xy $1 ^a0 _
load.u 2, lt.a0 ^u.w ^r1.x
max.a0 ^a0[-2] ^a0[-1]
lt.a0 ^a0[-1] 0, lt.a1 -^a0[-1] 0
max.a0 ^a0[-1] ^a1[-1]
mov.p ^a0[-1], branch L19
load.u 2, add.a0 ^r1.x ^r1.y, add.a1 ^u.z ^r1.w, mov.p ^r1.y, store.xy $0 ^p _, store.zw $0 _ ^a1
load.u 2, add.a0 ^u.z ^r1.z, mov.p ^a0[-1], store.xy $0 _ ^p, store.zw $0 ^a0 _
nop
load.u 2, mov.p ^u.z, branch L3
L19:
load.a 0, load.u 2, mul.m1 ^u.x 1, mov.p ^r0.x, store.xy $1 ^m1 _, store.zw $0 ^p _
nop
nop
L22:
load.r1 1, load.u 2, ge.a0 ^r1.x ^u.y
mov.p ^a0[-1], branch L34
lt.a0 ^r1.w ^r1.z
mov.p ^a0[-1], branch L34
load.u 3, ge.a0 ^r1.z -^u.x
mov.p ^a0[-1], branch L31
load.a 0, mov.p ^r0.w, store.zw $0 ^p _
nop
load.u 2, mov.p ^u.z, branch L34
L31:
load.r0 1, load.u 2, add.a0 ^u.z ^r1.z, add.a1 ^u.z ^r0.x, store.xy $1 ^a1 _, store.zw $0 ^a0 _
nop
load.u 2, mov.p ^u.z, branch L22
L34:
load.a 0, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, add.a0 ^r1.x -0, add.a1 ^r1.w -0, rcp.c ^r0.w, mov.p ^r1.y, store.xy v1 ^p ^a0, store.zw v1 ^a1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, mov.p ^r1.z, store.zw v1 _ ^p
load.a 0, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, mov.p ^m1[-2], store.xy $1 ^p ^m1, store.zw $1 ^m0 _
load.u 3, max.a0 ^m0[-2] -^u.y
load.u 3, min.a0 ^a0[-1] ^u.y, store.xy $2 ^a0 _, store.zw v0 _ ^a0
load.r1 1, mul.m0 ^a0[-1] ^r1.y, mul.m1 ^a0[-1] ^r1.x
load.r1 1, load.u 1, mul.m1 ^a0[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
