load.a 0, load.u 3, mul.m0 ^u.x 1, mul.m1 ^r0.y 1, add.a0 ^u.x -0, mov.p ^r0.x, store.xy $0 ^p ^m1, store.zw $0 ^a0 ^m0
nop
nop
L3:
load.a 1, ge.a0 ^r1.z ^r0.x, store.xy $1 ^a0 _
load.u 3, lt.a0 ^u.y ^r1.x
max.a0 ^a0[-2] ^a0[-1]
lt.a0 ^a0[-1] 0, lt.a1 -^a0[-1] 0
max.a0 ^a0[-1] ^a1[-1]
ge.a0 -^a0[-1] 0
mov.p ^a0[-1], branch L14
mul.m1 ^r1.x 1, mov.p ^r1.y, store.xy $0 _ ^m1
mov.p ^p[-1], store.xy $0 ^p _
nop
load.u 3, mov.p ^u.z, branch L19
L14:
load.u 3, add.a0 ^u.z ^r1.z, add.a1 ^u.z ^r1.w, mov.p ^r1.y, store.xy $1 ^a0 _, store.zw $0 ^a0 ^a1
add.a0 ^r1.x ^r1.y, mov.p ^p[-1], store.xy $0 _ ^a0
load.u 3, lt.a0 ^a0[-2] ^u.w, mov.p ^p[-1], store.xy $0 ^p _, store.zw $1 ^a0 _
nop
mov.p ^a0[-2], branch L3
L19:
load.a 0, load.u 3, mul.m1 ^u.x 1, mov.p ^r0.x, store.xy $1 ^m1 _, store.zw $0 ^p _
nop
nop
L22:
lt.a0 ^r1.w ^r1.z
mov.p ^a0[-1], branch L32
load.u 2, ge.a0 ^r1.z -^u.z
mov.p ^a0[-1], branch L29
load.a 0, mov.p ^r0.w, store.zw $0 ^p _
nop
load.u 3, mov.p ^u.z, branch L32
L29:
load.r1 1, load.u 3, add.a0 ^u.z ^r1.x, add.a1 ^u.z ^r0.z, store.xy $1 ^a0 _, store.zw $0 ^a1 _
load.u 3, lt.a0 ^a0[-1] ^u.w
mov.p ^a0[-1], branch L22
L32:
load.a 0, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, add.a0 ^r1.y -0, add.a1 ^r1.w -0, rcp.c ^r0.w, mov.p ^r1.x, store.xy v1 ^p ^a0, store.zw v1 ^a1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, mov.p ^r1.z, store.zw v1 _ ^p
load.a 0, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, mov.p ^m1[-2], store.xy $1 ^p ^m1, store.zw $1 ^m0 _
load.u 2, clamp.p ^m0[-2], store.xy $2 ^p _, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^p[-2]
load.r1 1, load.u 1, mul.m1 ^p[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
