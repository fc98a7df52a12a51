load.a 1, load.u 7, mul.m1 ^r0.x ^u.x, max.a0 ^r0.x -^r0.x, store.xy $0 ^m1 ^a0
load.u 7, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^a0[-1] ^u.z, max.a0 ^m1[-1] -^m1[-1], store.xy $1 ^m0 _, store.zw $0 ^a0 ^m1
load.u 7, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^a0[-1] ^u.z, add.a0 -^a0[-2] ^u.y, add.a1 -^a0[-1] ^u.y, store.xy $1 _ ^a1, store.zw $1 ^m0 _
load.u 7, complex2.m0 ^a0[-1] ^a0[-1], add.a0 -^m1[-2] ^u.w, add.a1 -^m1[-1] ^u.w, rsqrt.c ^a0[-1], store.xy $2 ^a1 _, store.zw $1 _ ^a0
load.a 1, load.u 10, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], sign.a0 ^r0.x, sign.a1 ^r1.x, mov.p ^u.y, store.xy v1 ^p _, store.zw $0 _ ^a0
load.r1 1, load.u 8, complex2.m0 ^r1.y ^r1.y, mul.m1 ^r0.y ^u.x, rsqrt.c ^r1.y
load.r1 1, load.u 8, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, add.a0 ^u.y -^m1[-1], add.a1 ^a1[-2] -0, mov.p ^m0[-2], store.xy $1 _ ^a1, store.zw $2 ^a0 _
load.u 8, complex2.m0 ^p[-1] ^p[-1], mul.m1 ^r1.z ^u.x, rcp.c ^p[-1]
load.u 8, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-2], add.a0 ^u.y -^m1[-1], mov.p ^m0[-2], store.xy $2 _ ^a0
load.r1 1, load.u 6, complex2.m0 ^p[-1] ^p[-1], mul.m1 ^r1.x ^r1.w, add.a0 ^u.x ^u.x, rcp.c ^p[-1], store.xy $1 ^a0 _
load.r1 2, load.u 10, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-2], add.a0 ^r1.z ^m1[-1], add.a1 ^m0[-2] -0, mov.p ^u.z, store.zw v1 ^p _
load.r0 2, load.r1 1, mul.m0 ^a1[-1] ^a0[-1], mul.m1 ^r1.z ^r0.x
load.u 8, add.a0 ^r0[-1].y ^m1[-1], add.a1 -^m0[-1] ^u.y, mov.p ^m0[-2]
mul.m0 ^a1[-1] ^r1.w, mul.m1 ^p[-1] ^a0[-1]
load.u 8, mul.m1 ^m0[-1] ^u.z, add.a0 -^m1[-1] ^u.y
load.r1 1, load.u 8, mul.m1 ^a0[-1] ^r1.y, add.a0 ^m1[-1] ^u.w, add.a1 ^m1[-1] -^u.w, store.xy $1 _ ^a1
load.u 8, mul.m1 ^m1[-1] ^u.z, floor.a0 ^a0[-1], store.zw $1 ^a0 _
load.u 8, add.a0 ^m1[-1] ^u.w, add.a1 ^m1[-1] -^u.w, store.zw $1 _ ^a1
load.a 0, load.u 2, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.z ^u.z, floor.a0 ^a0[-1], store.xy $0 ^m1 ^m0
load.r1 1, load.u 3, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0[-1].w ^u.z, add.a0 -^r1.z ^r1.y, add.a1 -^a0[-1] ^a1[-2], store.zw $0 ^m1 ^m0
load.r1 1, load.u 7, mul.m1 ^r1.x ^u.x, max.a0 ^a0[-1] -^a0[-1], max.a1 ^a1[-1] -^a1[-1], store.xy $1 ^m1 _
load.u 8, add.a0 -^a0[-1] ^u.w, add.a1 -^a1[-1] ^u.w, store.xy $1 _ ^a0, store.zw $1 ^a1 _
mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], max.a0 ^m1[-2] -^m1[-2], store.xy $2 ^m0 ^a0, store.zw $1 _ ^m1
load.u 9, mul.m0 ^m0[-1] ^u.x, mul.m1 ^m1[-1] ^u.x, add.a0 ^r1.z ^r1.x, add.a1 ^r1.w ^r1.y, store.zw $2 ^a0 ^a1
load.u 9, mul.m0 ^m0[-2] ^u.z, mul.m1 ^m1[-2] ^u.z, add.a0 -^m1[-1] ^u.y, add.a1 -^m0[-1] ^u.y, store.xy $0 ^a0 ^a1
load.r0 1, load.r1 2, load.u 9, mul.m0 ^r0.w ^r0.w, mul.m1 ^r1.x ^r1.x, add.a0 ^u.w -^m1[-1], add.a1 ^u.w -^m0[-1], store.xy $2 ^a1 _, store.zw $1 _ ^a0
load.r1 2, mul.m0 ^m1[-1] ^a1[-2], mul.m1 ^m0[-1] ^a0[-2], floor.a0 ^r1.y, store.xy $2 _ ^a0
load.a 0, load.u 1, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.y ^u.z, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $2 ^m1 _, store.zw $0 ^m0 _
load.r1 1, mul.m0 ^r1.z ^a1[-1], mul.m1 ^r1.y ^a0[-1], sign.a0 ^r1.x, store.xy $0 ^m1 ^m0, store.zw $0 _ ^a0
load.a 0, load.u 2, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.y, max.a0 ^m1[-1] -^m1[-1], max.a1 ^m0[-1] -^m0[-1], store.xy $1 ^m1 ^m0, store.zw $1 ^a0 ^a1
load.r1 2, load.u 3, mul.m0 ^r0[-1].w ^u.x, mul.m1 ^r0[-1].w ^u.y, add.a0 ^r1.z ^r1.x, add.a1 ^r1.w ^r0.z, store.xy $2 ^a1 _, store.zw $0 ^a0 _
load.a 0, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.x ^u.z, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2], store.xy $1 ^a0 ^a1
load.u 1, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.y, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $2 ^m0 _, store.zw $0 ^m1 _
load.r1 1, load.u 7, mul.m0 ^r1.w ^u.z, mul.m1 ^r1.z ^u.z, add.a0 -^r1.z ^u.y, add.a1 -^r1.w ^u.y, store.xy $3 ^m1 ^m0, store.zw $2 ^a0 ^a1
load.a 0, load.r1 1, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.y, add.a0 ^r1.x ^m1[-2], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $1 ^p _, store.zw $0 ^a1 _
load.r1 2, load.u 2, mul.m0 ^p[-1] ^u.z, mul.m1 ^r1.y ^r0.w, add.a0 ^a0[-1] ^m1[-1], store.xy $2 _ ^m0, store.zw $0 _ ^a0
load.r0 3, load.r1 2, load.u 7, complex2.m0 ^r1.z ^r1.z, add.a0 ^m1[-1] ^u.y, add.a1 -^r0.x ^u.w, rsqrt.c ^r1.z, mov.p ^m0[-2], store.xy $3 ^p _, store.zw $3 ^a0 ^a1
load.r0 1, load.r1 2, load.u 7, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, add.a0 ^r0.y ^r1.x, add.a1 -^r0[-1].y ^u.w, store.xy $1 _ ^a1
load.r1 2, load.u 2, complex2.m0 ^r1.w ^r1.w, mul.m1 ^r0[-1].x ^u.w, add.a0 ^a0[-1] ^p[-2], rsqrt.c ^r1.w, store.xy $3 ^m1 ^a0
load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, sign.a0 ^r0.x, sign.a1 ^r0.y, mov.p ^m0[-2], store.xy $0 ^p ^a0, store.zw $2 ^a1 _
load.u 3, mul.m0 ^r0[-1].z ^u.w, mul.m1 ^r0[-1].z ^u.z
load.r0 2, load.r1 3, load.u 7, complex2.m0 ^p[-2] ^p[-2], mul.m1 ^r1.z ^u.x, add.a0 ^m1[-1] ^r0.y, add.a1 ^m0[-1] ^r1.x, rcp.c ^p[-2], mov.p ^m0[-2], store.xy $3 ^p _, store.zw $3 ^m1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, max.a0 ^m1[-1] -^m1[-1], store.xy $0 ^a0 _
load.u 1, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.w ^u.z, add.a0 ^a1[-2] -0, mov.p ^a0[-2]
load.r1 1, load.u 2, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.y, add.a0 ^p[-1] ^m1[-1], add.a1 ^a0[-1] ^m0[-1], mov.p ^m0[-2], store.xy $1 ^p _, store.zw $2 _ ^m1
load.u 3, mul.m0 ^r1.z ^u.x, mul.m1 ^r1.z ^u.y, floor.a0 ^r1.x, store.xy $0 ^m1 _, store.zw $0 ^a0 _
load.r0 1, load.r1 3, load.u 8, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r0.z ^u.x, add.a0 ^m0[-1] ^m0[-2], add.a1 ^a1[-2] -0, rcp.c ^r1.x, mov.p ^a0[-2], store.xy $2 ^p ^a1, store.zw $4 ^a0 _
load.r0 2, load.r1 3, load.u 8, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^m1[-2] ^r0.w, add.a1 ^u.y -^m1[-1], store.xy $0 ^a0 _, store.zw $2 _ ^a1
load.r0 3, load.r1 1, load.u 8, mul.m0 ^r1.w ^r1.w, mul.m1 ^r1.w ^u.x, sign.a0 ^r0.z, store.xy $3 ^m0 _, store.zw $1 _ ^m1
load.r1 1, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r1.z ^r1.z, mov.p ^m0[-2], store.xy $4 ^m1 _, store.zw $1 ^p _
load.r0 2, load.r1 3, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.y ^u.w, add.a0 ^r0.x ^m0[-1], mov.p ^a0[-2], store.xy $2 ^m0 _, store.zw $3 ^p _
load.u 1, mul.m0 ^r1.w ^u.x, mul.m1 ^r1.w ^u.y, add.a0 ^r0[-1].y ^m1[-1], store.xy $2 _ ^a0, store.zw $0 _ ^m1
load.r0 3, load.r1 4, mul.m0 ^r0.y ^u.x, mul.m1 ^r1.x ^r0.w, add.a0 ^r1.z ^m0[-1], mov.p ^a0[-2], store.xy $3 _ ^p, store.zw $3 _ ^m1
load.r1 1, load.u 8, mul.m1 ^r0[-1].x ^r1.y, add.a0 ^u.y -^r1.w, add.a1 ^r0.x ^m1[-2], store.xy $1 _ ^a1
load.r0 2, load.r1 3, mul.m0 ^a0[-2] 1, mul.m1 ^r0[-1].z ^r1.z, add.a0 ^r0.w ^m1[-2], add.a1 ^a0[-1] ^m1[-1], mov.p ^m0[-2], store.xy $0 ^a0 _, store.zw $1 _ ^m1
load.r1 3, load.u 2, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.y ^u.z, add.a0 ^a1[-2] ^r0[-1].x, add.a1 ^m0[-1] ^p[-1], store.xy $1 _ ^a0, store.zw $0 ^m1 ^m0
load.r1 2, load.u 3, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.y ^u.z, mov.p ^a1[-2], store.xy $2 ^m0 _
load.r1 1, load.u 7, mul.m0 ^r1.z ^p[-1], mul.m1 ^r1.x ^r0.x, add.a0 ^r1.w ^u.y, add.a1 ^m1[-1] ^m1[-2], mov.p ^a1[-2], store.xy $0 ^a0 _, store.zw $2 _ ^p
load.r1 1, load.u 1, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.y ^u.z, add.a0 ^m0[-2] ^r0.w, store.xy $2 ^m0 _, store.zw $0 ^a0 _
load.r1 3, load.u 2, mul.m0 ^r1.y ^u.x, mul.m1 ^r1.y ^u.y, add.a0 ^a1[-2] ^m1[-1], add.a1 ^m0[-2] -0, mov.p ^m1[-2], store.xy $1 ^a1 _, store.zw $0 _ ^p
load.r1 2, load.u 3, mul.m0 ^r1.y ^u.x, mul.m1 ^r1.y ^u.y, add.a0 ^a0[-2] ^m0[-2], store.zw $0 ^a0 _
load.u 7, mul.m1 ^r1.x ^u.x, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2], mov.p ^a0[-2], store.xy $0 ^p _, store.zw $1 ^m1 ^a0
load.r0 1, load.u 8, add.a0 -^r1.w ^u.y, add.a1 -^r0.x ^u.y, store.xy $1 ^a1 _, store.zw $0 _ ^a0
load.r1 2, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.w ^u.z, max.a0 ^m1[-2] -^m1[-2], mov.p ^a1[-2], store.xy $2 ^p ^a0
load.r1 1, load.u 1, mul.m0 ^r1.y ^u.x, mul.m1 ^r1.y ^u.y, add.a0 ^r0.x ^m1[-1], add.a1 ^r0.z ^m0[-1], store.xy $1 _ ^m1, store.zw $0 ^m0 _
load.r0 2, mul.m0 ^r0.w ^u.y, mul.m1 ^r1.w ^r1.y, floor.a0 ^a0[-2], store.xy $2 _ ^m0, store.zw $0 _ ^a0
load.r1 1, load.u 8, mul.m0 ^m1[-1] ^u.z, mul.m1 ^r1.x ^r0[-1].z, add.a0 ^r1.w ^m1[-2], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $0 ^a1 ^a0, store.zw $2 ^p _
load.r1 1, load.u 8, mul.m1 ^m1[-1] ^u.z, sign.a0 ^r1.z, store.xy $1 ^m1 _
load.r1 2, mul.m0 ^r0.w ^a0[-1], mul.m1 ^r1.w ^u.x, add.a0 ^r1.x ^r0.z, add.a1 ^a0[-2] ^r1.y, mov.p ^m0[-2], store.xy $0 _ ^p, store.zw $0 ^a1 ^m0
load.r1 2, load.u 2, mul.m0 ^r1.z ^u.x, mul.m1 ^r1.z ^u.w, add.a0 ^a0[-1] ^m1[-1], store.xy $1 _ ^m1, store.zw $1 ^m0 ^a0
load.u 3, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.w, store.xy $2 ^m1 ^m0
load.r0 1, load.u 8, add.a0 ^r1.y ^u.w, add.a1 ^r0.x ^u.w, store.xy $3 ^a1 _, store.zw $2 _ ^a0
load.r0 1, load.u 1, mul.m0 ^r1.z ^u.x, mul.m1 ^r1.z ^u.w, add.a0 ^m1[-2] ^r0.y, add.a1 ^m0[-2] ^r0.z, store.xy $1 _ ^m0, store.zw $1 ^a1 _
load.u 7, add.a0 ^r1.w ^u.y, add.a1 ^a0[-1] ^m1[-1], store.zw $0 _ ^a1
load.r0 3, load.r1 2, load.u 7, mul.m1 ^a0[-1] ^u.x, floor.a0 ^r1.w, floor.a1 ^r0.x, store.xy $2 ^a0 ^a1, store.zw $2 _ ^m1
load.r0 1, load.u 8, add.a0 ^r1.y -^u.w, add.a1 ^r0.x -^u.w
mul.m0 ^r0[-1].w ^u.x, mul.m1 ^r0[-1].w ^u.w, add.a0 -^a0[-2] ^a0[-1], add.a1 -^a1[-2] ^a1[-1], store.xy $1 ^m0 _, store.zw $3 ^a0 ^a1
load.r0 2, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^r1.w ^m1[-1], store.xy $0 _ ^m1, store.zw $0 _ ^m0
load.u 3, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.x ^u.y, max.a0 ^r0[-1].w -^r0[-1].w, max.a1 ^a0[-2] -^a0[-2], rcp.c ^a0[-1], store.xy $2 ^a0 ^a1, store.zw $2 ^m1 _
load.r1 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], max.a0 ^r1.w -^r1.w, store.xy $3 ^a0 _
load.u 3, mul.m1 ^r1.x ^u.z, floor.a0 ^a0[-2], store.xy $0 ^a0 _, store.zw $3 ^m1 _
load.r1 2, load.u 1, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, sign.a0 ^r1.w, mov.p ^m0[-2], store.xy $2 ^m1 _, store.zw $0 ^p _
load.r0 3, load.r1 2, load.u 8, mul.m1 ^a0[-2] ^a0[-1], add.a0 -^r1.y ^u.w, add.a1 -^r0.x ^u.w, store.xy $0 ^a0 _, store.zw $2 _ ^a1
load.r1 2, load.u 7, mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 ^m1[-1] ^u.y, add.a1 ^r1.z ^r0.y, mov.p ^m0[-2], store.xy $0 _ ^p, store.zw $2 ^m1 _
load.r0 1, load.r1 3, load.u 9, mul.m0 ^m0[-1] ^u.x, mul.m1 ^m1[-1] ^u.x, add.a0 ^r1.z ^r0[-1].w, add.a1 ^r0.z ^r0.y, store.xy $2 _ ^m1, store.zw $0 _ ^m0
load.u 10, mul.m0 ^a0[-2] 1, mul.m1 ^m0[-2] ^m0[-2], max.a0 ^r1.z -^u.x, max.a1 ^a1[-2] ^a1[-2], mov.p ^m0[-2], store.xy $1 _ ^a0, store.zw $0 ^p _
load.r1 2, load.u 7, mul.m0 ^r1.z ^r1.z, mul.m1 ^m0[-1] ^u.x, add.a0 ^a1[-1] ^r1.x, add.a1 ^a0[-2] ^r0.y, mov.p ^a1[-2], store.xy $0 _ ^m1, store.zw $1 ^p _
load.r1 2, load.u 9, mul.m0 ^p[-2] ^u.z, mul.m1 ^r1.z ^u.z, add.a0 -^r1.y ^u.y, add.a1 -^r0.w ^u.y, mov.p ^m1[-2], store.xy $2 ^a1 ^m1, store.zw $0 ^p ^a0
load.r1 1, mul.m0 ^r1.w ^u.z, mul.m1 ^r1.w ^u.y, add.a0 ^a0[-2] -0, add.a1 ^a1[-2] -0, mov.p ^m0[-2], store.xy $3 ^a1 ^m1, store.zw $1 _ ^a0
load.r1 1, load.u 10, mul.m0 ^p[-2] ^a1[-2], mul.m1 ^p[-1] ^a0[-2], min.a0 ^r1.y ^u.x, mov.p ^m0[-2], store.xy $1 _ ^p, store.zw v0 _ ^a0
load.u 4, mul.m0 ^a0[-1] ^u.y, mul.m1 ^a0[-1] ^u.x, max.a0 ^r1.y -^r1.y, mov.p ^m0[-2], store.xy $2 ^m1 _, store.zw $0 ^p ^a0
load.r1 2, load.u 9, mul.m0 ^m0[-2] 1, mul.m1 ^m1[-2] 1, add.a0 ^u.w -^r1.y, add.a1 ^u.w -^p[-2], mov.p ^a0[-2], store.xy $2 _ ^m1, store.zw $2 ^m0 _
load.r0 3, load.r1 1, load.u 4, mul.m1 ^p[-1] ^u.z, add.a0 ^r1.z ^r1.x, add.a1 ^r1.w ^r0.y, mov.p ^m0[-2], store.xy $1 ^m1 _
load.r0 2, mul.m0 ^p[-1] ^a1[-1], mul.m1 ^r0.x ^a0[-1], add.a0 ^r0[-1].x ^r1.z, add.a1 ^a0[-2] ^m1[-2], mov.p ^a1[-2], store.xy $2 ^p ^m1, store.zw $0 ^m0 _
mul.m0 ^r1.x ^a1[-1], mul.m1 ^m1[-2] ^a0[-1], floor.a0 ^r1.w, store.xy v1 _ ^m0, store.zw $0 _ ^a0
sign.a0 ^r1.y
load.r1 2, load.u 5, mul.m1 ^a0[-2] ^a0[-1], add.a0 ^r1.x ^r1.z, add.a1 ^r1.y ^u.x, mov.p ^m1[-2], store.xy v2 ^m1 _
load.r1 2, load.u 5, mul.m1 ^r1.w ^a0[-1], add.a0 ^r0.z ^u.y, add.a1 ^p[-1] ^u.z, mov.p ^a1[-1], store.xy v0 ^p ^a0, store.zw v1 _ ^m1
mov.p ^a1[-1], store.zw v0 ^p _
