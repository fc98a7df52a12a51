load.a 0, load.u 3, mul.m1 ^u.x 1, mov.p ^r0.x, store.xy $0 _ ^p, store.zw $0 _ ^m1
nop
nop
L3:
load.u 3, lt.a0 ^r1.w ^u.y
mov.p ^a0[-1], branch L8
load.u 3, mul.m1 ^u.x 1, mov.p ^u.x, store.xy $1 ^m1 _, store.zw $0 ^p _
nop
load.u 3, mov.p ^u.z, branch L27
L8:
load.u 3, mul.m1 ^u.w ^r1.y
load.u 4, add.a0 ^m1[-1] ^u.x, store.xy $0 ^a0 _
load.u 4, ge.a0 ^u.y ^a0[-1]
mov.p ^a0[-1], branch L16
load.u 3, mul.m0 ^r1.x 1, mul.m1 ^u.z 1, mov.p ^r1.x, store.xy $0 _ ^p, store.zw $0 ^m1 _
mov.p ^m0[-1], store.xy $1 ^p _
nop
load.u 3, mov.p ^u.z, branch L27
L16:
load.u 2, lt.a0 ^u.x 0, lt.a1 -^u.x 0
max.a0 ^a0[-1] ^a1[-1]
ge.a0 -^a0[-1] 0
mov.p ^a0[-1], branch L24
load.u 3, mul.m0 ^u.x 1, mul.m1 ^u.x 1, mov.p ^r1.x, store.xy $0 _ ^p, store.zw $0 ^m1 _
mov.p ^m0[-1], store.xy $1 ^p _
nop
load.u 3, mov.p ^u.z, branch L27
L24:
load.u 3, add.a0 ^u.z ^r1.w, mov.p ^r1.x, store.xy $0 _ ^p, store.zw $0 _ ^a0
nop
load.u 3, mov.p ^u.z, branch L3
L27:
load.u 1, mul.m1 ^u.z 1, lt.a0 ^r1.z 0, lt.a1 -^r1.z 0, mov.p ^u.y, store.xy v0 _ ^p, store.zw v0 ^m1 _
load.u 3, max.a0 ^a0[-1] ^a1[-1], mov.p ^u.z, store.xy $0 ^a0 _, store.zw v0 _ ^p
add.a0 -^r1.y 0
load.r1 1, sel.m01 ^a0[-1] ^a0[-2] ^r1.x _
mul.m1 ^m0[-1] ^u.x
load.u 1, add.a0 ^m1[-1] ^u.x, store.xy v0 ^a0 _
