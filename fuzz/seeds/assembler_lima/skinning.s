load.a 3, max.a0 ^r0.y 0
floor.a0 ^a0[-1]
load.u 43, mul.m1 ^a0[-1] ^u.x, store.xy $0 ^m1 _
load.a 3, max.a0 ^r0.x 0, setA3.c ^m1[-1]
load.u 43, add.a0 ^m1[-2] ^u.z
floor.a0 ^a0[-2]
load.a 0, load.u 43, mul.m1 ^a0[-1] ^u.x, setA1.c ^a0[-2], store.xy $1 ^m1 _
load.a 1, load.u 4+A3, mul.m0 ^r1.x 1, mul.m1 ^r0[-1].x ^u.x, setA2.c ^m1[-1], mov.p ^u.z, store.xy $3 ^m1 _
load.a 0, load.u 43, mul.m0 ^r0[-1].z ^p[-1], mul.m1 ^r0.z ^p[-1], mov.p ^u.y, store.xy $2 ^m0 _, store.zw $1 _ ^m1
load.a 1, load.u 4+A3, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0.x ^u.x, add.a0 ^m0[-2] ^p[-1], mov.p ^u.y, store.xy $2 _ ^m1, store.zw $1 ^m0 _
load.a 0, load.u 4+A1, mul.m0 ^r0[-1].y ^p[-1], mul.m1 ^r0.y ^p[-1], add.a0 ^u.x -0, setA3.c ^a0[-1], mov.p ^u.y, store.xy $3 _ ^m1, store.zw $2 _ ^m0
load.a 1, load.u 4+A2, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0.x ^a0[-1], mov.p ^u.y, store.xy $1 _ ^m0, store.zw $0 ^m1 _
load.a 1, load.r1 1, load.u 43, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.y ^p[-1], add.a0 ^r1.x ^u.y, add.a1 ^r1.x -0, mov.p ^u.z, store.xy $0 ^m0 ^a0, store.zw $0 _ ^m1
load.a 0, load.u 4+A2, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.y, mov.p ^u.z
load.a 1, load.u 4+A3, mul.m0 ^r0[-1].z ^p[-1], mul.m1 ^r0.z ^u.z, add.a0 ^a1[-2] ^p[-2], store.xy $1 ^a0 _, store.zw $2 ^m1 _
load.a 0, load.r1 3, load.u 4+A1, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.y, add.a0 ^r1.x ^r1.y, add.a1 ^m0[-2] ^m1[-2]
load.a 1, load.r1 1, load.u 4+A1, mul.m1 ^r0[-1].w ^u.w, add.a0 ^a1[-1] ^m0[-2], add.a1 ^a0[-1] ^r1.w, mov.p ^r1.z
load.a 0, load.r1 1, load.u 4+A2, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].z ^u.z, add.a0 ^a0[-1] ^r1.y, add.a1 ^m0[-2] ^m1[-2]
load.a 1, load.u 4+A1, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0.z ^u.z, add.a0 ^a1[-2] ^p[-2], setA2.c ^r1.y, mov.p ^m1[-2], store.xy $0 _ ^m1
load.a 4, load.r1 1, mul.m0 ^a0[-1] ^r0.y, mul.m1 ^a0[-2] ^r0.x, add.a0 ^m1[-2] ^m0[-2], add.a1 ^a1[-2] ^m0[-1], setA1.c ^r1.x, store.xy $1 _ ^m0, store.zw $1 ^m1 _
load.a 0, load.u 4+A3, mul.m1 ^r0.x ^u.x, add.a0 ^a0[-1] ^r1.w, add.a1 ^a1[-1] ^p[-2], store.zw $0 _ ^m1
load.a 4, load.r1 2, mul.m0 ^a1[-1] ^r0.y, mul.m1 ^a0[-1] ^r0.x, mov.p ^r1.w, store.xy $1 ^m0 _, store.zw $1 _ ^m1
load.a 0, load.r1 2, load.u 4+A2, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.x ^u.x, add.a0 ^r1.x ^r1.y, mov.p ^u.y
load.a 1, load.u 4+A1, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0[-1].y ^u.y, add.a0 ^r1.y ^r1.z, add.a1 ^a0[-1] ^p[-2], store.xy $2 _ ^m0, store.zw $0 ^m1 _
load.a 4, load.u 4+A2, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^a1[-1] ^r0.y, add.a0 ^m1[-2] ^m0[-2], add.a1 ^a0[-1] ^r1.x, mov.p ^u.z, store.xy $0 ^a1 ^a0
load.a 1, load.r1 1, load.u 4+A1, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.z ^u.z, add.a0 ^m1[-1] ^r1.w, mov.p ^u.x, store.xy $2 ^m1 _, store.zw $1 _ ^a0
load.a 1, load.u 4+A3, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.x ^u.x, add.a0 ^m0[-1] ^m0[-2]
load.a 0, load.r1 2, load.u 4+A3, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0.y ^u.y, add.a0 ^r1.z ^m1[-1], mov.p ^u.z
load.a 1, load.r1 2, load.u 4+A1, mul.m0 ^r0[-1].z ^p[-1], mul.m1 ^r0.y ^u.y, add.a0 ^r1.x ^m0[-2], add.a1 ^a0[-2] ^r1.y, mov.p ^u.x
load.a 0, load.u 4+A3, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.w ^u.w, add.a0 ^r1.w ^m1[-2], add.a1 ^a0[-2] ^m0[-2]
load.a 4, load.u 4+A2, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^a1[-2] ^r0.x, add.a0 ^a0[-1] ^m0[-2], add.a1 ^a0[-2] ^m1[-2]
load.a 0, load.u 4+A1, mul.m0 ^r0.z ^u.z, mul.m1 ^a1[-2] ^r0[-1].y, add.a0 ^m0[-2] ^r1.z, add.a1 ^a0[-1] ^m1[-2]
load.a 4, load.u 4+A2, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^a1[-2] ^r0.x, add.a0 ^m1[-1] ^m1[-2], add.a1 ^r1.y ^m0[-2], store.zw $0 ^a0 _
load.a 4, mul.m0 ^a1[-2] ^r0.y, mul.m1 ^r1.x ^r0.y, add.a0 ^a0[-2] ^m0[-2], store.xy $0 _ ^m0
load.a 0, load.r1 1, load.u 4+A1, mul.m0 ^r0.w ^u.w, mul.m1 ^r1.w ^r1.w, add.a0 ^m1[-1] ^m1[-2], add.a1 ^a1[-2] ^m0[-2], store.zw $0 _ ^a0
load.a 4, load.r1 1, mul.m0 ^a1[-1] ^r0.x, mul.m1 ^a0[-1] ^a0[-1], add.a0 ^r1.y ^r1.z, add.a1 ^a0[-2] ^m0[-1], store.xy $0 ^a0 _
mul.m0 ^a0[-1] ^u.x, mul.m1 ^r1.z ^r1.z, add.a0 ^m1[-1] ^m1[-2], mov.p ^u.z, store.xy $1 _ ^m0
load.a 4, load.u 3, mul.m0 ^a1[-2] ^r0.x, mul.m1 ^a0[-2] ^p[-1], add.a0 ^a0[-1] ^m1[-1], add.a1 ^r1.y ^m0[-2], mov.p ^u.z, store.xy $0 _ ^a1
load.r1 1, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^a1[-1] ^u.z, add.a0 ^m1[-1] ^p[-1], add.a1 ^r1.x ^m0[-1], rsqrt.c ^a0[-1], store.zw $1 ^a1 _
load.u 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^m1[-1], mov.p ^u.z
load.u 1, mul.m1 ^a1[-2] ^p[-1], add.a0 ^r1.y -0, mov.p ^u.y, store.xy $1 ^a0 _
mul.m1 ^r1.x 1, add.a0 ^a0[-2] ^m1[-1], add.a1 ^m0[-2] -0, mov.p ^u.w, store.xy $0 ^a1 ^a0
load.r1 1, mul.m0 ^a0[-2] ^p[-2], mul.m1 ^m1[-1] ^u.y, add.a0 ^r0.z -0, mov.p ^r1.z, store.zw $0 ^p _
load.u 3, mul.m1 ^m1[-2] ^p[-2], add.a0 ^m1[-1] ^u.y, mov.p ^u.w
load.u 2, mul.m0 ^p[-2] ^u.y, mul.m1 ^a0[-2] ^r1.x, add.a0 ^a0[-1] ^m0[-2], add.a1 ^m1[-1] ^p[-1], store.zw $1 ^m1 _
load.r0 1, load.u 1, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.x ^u.x, mov.p ^r1.w, store.xy $1 ^m1 _
load.u 2, mul.m0 ^r1.z ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m0[-1], store.zw $0 ^a0 ^m1
load.r1 1, load.u 42, mul.m0 ^p[-2] ^r0.x, mul.m1 ^r1.w ^r0.x, add.a0 ^u.x -0, mov.p ^u.y
load.r1 1, load.u 3, mul.m0 ^m1[-1] ^a0[-1], mul.m1 ^r1.z ^p[-1], add.a0 ^a1[-2] ^m0[-2], mov.p ^u.x, store.xy $0 ^m1 _
load.r1 1, load.u 42, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^m0[-2] ^u.z, add.a0 ^r1.y ^p[-1], rcp.c ^a0[-1]
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-1] ^m0[-2], add.a1 ^a0[-1] ^r1.x
load.a 2, load.u 44, add.a0 ^a0[-1] ^r1.x, add.a1 ^a1[-1] ^r1.w, mov.c ^r0.y, mov.p ^u.y, store.xy v2 _ ^c, store.zw $0 _ ^a1
load.a 2, load.u 43, max.a0 -^a0[-1] 0, max.a1 ^m0[-2] -^p[-1], mov.c ^r0.x, mov.p ^u.w, store.xy v2 ^c _
load.u 44, mul.m1 ^a0[-1] ^p[-1], min.a0 ^a1[-1] ^u.y, mov.p ^u.x, store.xy $0 ^a0 _
load.u 40, mul.m0 ^r1.w ^u.x, mul.m1 ^r1.z ^u.y, add.a0 ^m1[-1] ^p[-1], mov.p ^u.z
load.u 43, mul.m0 ^r1.y ^p[-1], mul.m1 ^a0[-2] ^m1[-1], add.a0 ^u.y -0, mov.c ^a0[-1], mov.p ^a0[-1], store.xy v1 ^c ^c, store.zw v1 ^p ^a0
load.u 41, mul.m0 ^r1.x ^m0[-1], mul.m1 ^r1.x ^m0[-2], add.a0 ^m1[-1] ^u.y, mov.c ^r1.x, store.xy v0 _ ^a0, store.zw v0 _ ^c
load.u 41, add.a0 ^m0[-1] ^u.z, add.a1 ^m1[-1] ^u.x, store.xy v0 ^a1 _, store.zw v0 ^a0 _
