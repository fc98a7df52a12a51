load.a 1, load.u 4, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^r0.x -0, mov.p ^u.x, store.xy $0 ^p ^m1, store.zw $0 ^m0 ^a0
load.u 5, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^r0[-1].y -0, mov.p ^u.x, store.xy $1 ^p ^m1, store.zw $1 ^m0 ^a0
load.a 0, mul.m0 ^u.w ^p[-1], mul.m1 ^u.w ^p[-2], add.a0 ^r0.x ^a1[-2], add.a1 ^r0.y ^a1[-1], store.xy $2 ^m1 ^m0, store.zw $2 ^a0 ^a1
load.a 1, load.u 1, mul.m0 ^u.w ^m1[-2], mul.m1 ^u.w ^r1.y, add.a0 ^r0.w -0, mov.p ^r0.z, store.xy $3 ^m0 ^p, store.zw $3 ^a0 _
load.u 6, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^m1[-2] ^m1[-1], mov.p ^u.x, store.xy $2 ^p _, store.zw $3 _ ^m1
load.r0 1, load.u 2, mul.m0 ^u.w ^r0.z, mul.m1 ^u.w ^r1.z, store.xy $4 ^m0 _
load.r0 3, load.r1 2, mul.m0 ^a0[-2] 1, mul.m1 ^u.w ^p[-2], add.a0 ^r1.y ^r0.x, add.a1 ^a1[-2] ^m1[-1], mov.p ^m0[-2], store.xy $2 _ ^p, store.zw $4 ^m0 ^m1
load.r1 3, load.u 1, mul.m0 ^u.x ^r0.y, mul.m1 ^u.w ^r1.w, add.a0 ^a0[-1] ^m0[-2], store.xy $3 ^m1 _, store.zw $5 ^m0 ^a0
load.u 7, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^a1[-2] -0, mov.p ^u.x, store.xy $4 ^a1 ^p, store.zw $6 ^m1 ^m0
load.r0 1, load.u 3, mul.m0 ^u.w ^r0.w, mul.m1 ^u.w ^r1.w, store.xy $5 ^m0 _
load.r0 3, load.r1 4, mul.m0 ^u.x ^r0[-1].x, mul.m1 ^u.w ^p[-2], add.a0 ^r1.w ^r0.x, add.a1 ^a1[-2] ^m1[-1], mov.p ^a0[-2], store.xy $3 ^p _, store.zw $4 _ ^a0
load.r0 6, load.r1 2, load.u 2, mul.m0 ^u.w ^r0.w, mul.m1 ^u.w ^r1.y, store.xy $4 ^m1 _, store.zw $7 ^m0 _
load.u 1, mul.m0 ^u.y ^r1.y, mul.m1 ^u.w ^r0[-1].z, add.a0 ^m0[-2] -0, add.a1 ^a1[-2] -0, mov.p ^m1[-2], store.xy $6 ^a0 ^a1, store.zw $7 _ ^m0
load.r0 5, mul.m0 ^u.y ^r1.x, mul.m1 ^u.x ^r1.x, add.a0 ^r0.w ^r0.x, add.a1 ^p[-1] ^m1[-1], store.xy $7 ^a0 ^a1
load.r0 1, mul.m0 ^u.y ^r0.x, mul.m1 ^u.z ^r1.x, add.a0 ^m1[-1] ^r0[-1].z, add.a1 ^m0[-1] ^m0[-2], store.xy $0 ^m0 _, store.zw $7 _ ^m1
load.r0 4, load.u 1, mul.m0 ^u.x ^r0[-1].y, mul.m1 ^u.z ^r1.y, add.a0 ^r0.w ^r0.x, store.xy $0 _ ^m0, store.zw $4 _ ^a0
load.r0 2, load.r1 1, mul.m0 ^u.x ^r0.x, mul.m1 ^u.z ^r1.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $4 ^p _, store.zw $7 _ ^a1
load.r0 6, load.r1 1, load.u 1, mul.m0 ^u.z ^r1.y, mul.m1 ^u.y ^r1.y, add.a0 ^r0.x ^m0[-2], store.xy $0 _ ^m1, store.zw $5 ^a0 _
load.r0 3, load.r1 4, load.u 3, mul.m0 ^u.w ^r0.x, mul.m1 ^u.w ^r1.z, add.a0 ^m1[-2] ^m0[-1], add.a1 ^a0[-2] -0, mov.p ^m0[-2], store.xy $6 ^p _, store.zw $5 _ ^a1
load.r0 4, load.u 2, mul.m0 ^u.y ^r1.z, mul.m1 ^u.x ^r1.z, add.a0 ^r1.x ^m1[-2], add.a1 ^r0.w ^m1[-1], store.xy $1 ^m0 ^a0, store.zw $4 _ ^a1
load.r0 1, load.u 2, mul.m0 ^u.x ^r0.z, mul.m1 ^u.z ^r1.z, add.a0 ^r0[-1].x ^m1[-1], add.a1 ^a0[-2] -0, mov.p ^m0[-2], store.xy $4 ^p _, store.zw $0 ^a1 _
load.r1 7, load.u 2, mul.m0 ^u.z ^r0[-1].z, mul.m1 ^u.y ^r0[-1].z, add.a0 ^r1.y ^r1.z, add.a1 ^r1.w ^m0[-2], store.xy $0 ^m1 ^m0, store.zw $1 ^a0 _
load.r0 5, load.r1 2, mul.m0 ^u.z ^r1.x, mul.m1 ^u.y ^r1.x, add.a0 ^r0.w ^m1[-2], add.a1 ^r0.z ^m0[-2], mov.p ^a0[-2], store.xy $2 ^p _, store.zw $7 ^m1 ^m0
load.r0 1, load.r1 3, load.u 1, mul.m0 ^u.y ^r1.w, mul.m1 ^u.x ^r1.w, add.a0 ^r0.y ^m1[-2], mov.p ^a1[-2], store.xy $0 ^p _, store.zw $5 ^m0 ^a0
load.r0 6, load.r1 3, load.u 1, mul.m0 ^u.x ^r0.z, mul.m1 ^u.z ^r1.w, add.a0 ^r0.x ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $6 ^a1 _, store.zw $3 _ ^p
load.a 0, load.r1 7, mul.m0 ^r1.x ^r0.y, mul.m1 ^r0[-1].y ^r0.x, add.a0 ^r1.z ^m0[-2], add.a1 ^r1.w ^m1[-1], store.xy $1 ^m1 ^m0, store.zw $5 ^a0 _
load.u 3, mul.m0 ^u.y ^r1.w, mul.m1 ^u.x ^r1.w, add.a0 ^r1.z ^r1.y, add.a1 ^a0[-2] -0, mov.p ^m0[-2], store.xy $5 ^p ^a1, store.zw $7 ^m1 ^a0
load.r0 1, load.u 3, mul.m0 ^u.x ^r0.w, mul.m1 ^u.z ^r1.w, add.a0 ^m1[-2] ^m0[-2], add.a1 ^r1.x ^m0[-1], mov.p ^a1[-2], store.xy $7 _ ^p, store.zw $0 ^m1 ^m0
load.r0 2, load.r1 4, load.u 3, mul.m0 ^u.z ^r0[-1].w, mul.m1 ^u.y ^r0[-1].w, add.a0 ^r0[-1].z ^r1.x, add.a1 ^r0.x ^m1[-2], store.xy $2 ^m1 _, store.zw $7 ^m0 _
load.r1 3, load.u 2, mul.m0 ^u.y ^r0[-1].y, mul.m1 ^u.x ^r0[-1].y, add.a0 ^r1.w ^m1[-2], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $4 ^a1 _, store.zw $3 _ ^p
load.r0 6, load.r1 2, load.u 2, mul.m0 ^u.x ^r0.w, mul.m1 ^u.z ^r1.y, add.a0 ^a1[-2] -0, mov.p ^a0[-2], store.xy $2 _ ^p, store.zw $0 ^a0 _
load.r0 5, load.r1 4, mul.m0 ^u.y ^r1.y, mul.m1 ^u.x ^r1.y, add.a0 ^r0.y ^m1[-2], add.a1 ^r0.z ^m0[-2], mov.p ^a0[-2], store.xy $0 ^p ^m0, store.zw $5 ^a0 _
load.a 0, load.r1 4, mul.m0 ^r1.w ^r0.z, mul.m1 ^u.z ^r1.y, add.a0 ^m1[-1] ^r0[-1].x, add.a1 ^m0[-2] -0, mov.p ^m1[-2], store.xy $4 _ ^p, store.zw $1 ^m1 ^m0
load.r1 6, load.u 1, mul.m0 ^u.z ^r1.z, mul.m1 ^u.y ^r1.z, add.a0 ^r1.x ^r0.w, add.a1 ^a0[-1] ^a1[-1], mov.p ^a1[-2], store.xy $6 ^m1 _, store.zw $0 _ ^p
load.r0 2, load.r1 5, mul.m0 ^a0[-1] ^r0.w, mul.m1 ^r0[-1].z ^r0.z, add.a0 ^r1.w ^r0.x, add.a1 ^m1[-2] ^m0[-1], store.xy $2 ^a0 _, store.zw $6 ^a1 _
load.r0 4, load.r1 7, load.u 3, mul.m0 ^a1[-2] 1, mul.m1 ^u.x ^r0.z, add.a0 ^r1.w ^r1.z, add.a1 ^r1.y ^r0.y, mov.p ^a0[-2], store.xy $4 _ ^p, store.zw $1 ^m0 _
load.r0 6, load.u 3, mul.m0 ^u.z ^r0[-1].z, mul.m1 ^u.y ^r0[-1].z, add.a0 ^r1.y ^r0.x, add.a1 ^m1[-2] ^m0[-2], store.xy $0 _ ^m1, store.zw $4 ^a0 _
load.r1 5, load.u 2, mul.m0 ^u.z ^r0[-1].w, mul.m1 ^u.y ^r0[-1].w, add.a0 ^r1.z ^m1[-2], add.a1 ^a1[-2] ^m0[-1], mov.p ^a0[-2], store.xy $6 ^p _, store.zw $6 _ ^m0
load.r0 1, load.r1 3, load.u 3, mul.m0 ^u.y ^r1.x, mul.m1 ^u.x ^r1.x, add.a0 ^r1.w ^r0.w, add.a1 ^a0[-2] ^m1[-1], mov.p ^a1[-2], store.xy $7 _ ^a0, store.zw $3 _ ^p
load.a 0, load.r1 2, mul.m0 ^r1.x ^r0.y, mul.m1 ^r1.y ^r0.w, add.a0 ^r0[-1].z ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $1 ^a1 ^m1, store.zw $4 ^p _
load.r0 6, mul.m0 ^m0[-2] 1, mul.m1 ^r1.z ^r0[-1].x, add.a0 ^r1.w ^r1.y, add.a1 ^r0.z ^r0.w, mov.p ^a1[-2], store.xy $0 _ ^a0, store.zw $0 _ ^a1
load.a 0, load.r1 3, load.u 3, mul.m0 ^r0[-1].x ^r0.y, mul.m1 ^u.z ^r1.x, add.a0 ^p[-1] ^m0[-1], add.a1 ^a0[-2] -0, mov.p ^m0[-2], store.xy $3 ^p _, store.zw $1 ^a1 ^m0
load.r1 4, mul.m0 ^r0.x ^r0[-1].x, mul.m1 ^r1.x ^r0[-1].x, add.a0 ^a1[-2] ^m1[-1], mov.p ^m1[-2], store.xy $5 ^a0 _, store.zw $0 _ ^p
load.a 0, load.r1 4, mul.m0 ^r1.z ^r0.z, mul.m1 ^r1.y ^r0.y, add.a0 ^m1[-1] ^p[-2], add.a1 ^m0[-1] ^m0[-2], mov.p ^a0[-2], store.xy $3 ^p _, store.zw $1 _ ^a0
load.r0 1, load.r1 7, mul.m0 ^r0.z ^r0[-1].w, mul.m1 ^r0.x ^r0[-1].z, add.a0 ^r1.y ^r0.y, add.a1 ^p[-2] ^m1[-1], store.zw $0 _ ^m0
load.a 0, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.y ^r0.z, add.a0 ^a1[-1] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], rcp.c ^a0[-1], store.xy $1 _ ^a1
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.w ^m1[-1], add.a1 ^a0[-1] ^m0[-2], store.zw $0 _ ^a0
load.a 0, load.r1 3, load.u 8, mul.m0 ^a1[-1] ^u.x, mul.m1 ^r1.x ^r0.w, add.a0 ^r0.z ^r1.y, add.a1 ^r0.w ^r1.z, store.xy $3 _ ^a1, store.zw $1 _ ^a0
load.r1 5, load.u 10, mul.m0 ^r0.z ^r0[-1].w, mul.m1 ^r1.x ^r0[-1].w, add.a0 ^a0[-2] ^m1[-1], clamp.p ^m0[-2], store.xy $5 _ ^a0, store.zw v0 _ ^p
load.a 1, load.r1 1, mul.m0 ^r0[-1].x ^r0.x, mul.m1 ^r0[-1].z ^r0.x, add.a0 ^r1.y ^m1[-1], mov.p ^m0[-2], store.xy $1 _ ^a0, store.zw $0 _ ^p
load.r0 6, load.r1 4, mul.m0 ^r0.y ^r0[-1].x, mul.m1 ^r1.x ^r0[-1].x, add.a0 ^p[-2] -0, mov.p ^m0[-2], store.xy $7 _ ^a0, store.zw $3 ^p _
load.a 1, load.r1 4, mul.m0 ^r0[-1].x ^r0.y, mul.m1 ^r1.y ^r0.y, add.a0 ^m0[-2] -0, mov.p ^m1[-2], store.zw $5 ^a0 ^m0
load.r0 7, load.r1 2, mul.m0 ^r0.x ^r0[-1].y, mul.m1 ^r1.x ^r0[-1].y, add.a0 ^p[-1] ^m1[-1], add.a1 ^m0[-2] -0, mov.p ^m1[-2], store.xy $8 ^a0 _, store.zw $6 ^a1 ^m0
load.a 0, load.r1 4, mul.m0 ^r1.y ^r0.z, mul.m1 ^r1.x ^r0.w, add.a0 ^p[-1] ^m1[-1], add.a1 ^a0[-2] ^m0[-2], store.xy $8 _ ^a0, store.zw $5 ^m1 ^m0
load.r0 6, mul.m0 ^r0.y ^r0[-1].w, mul.m1 ^r1.x ^r0[-1].w, add.a0 ^a1[-2] ^m0[-2], store.xy $9 ^a0 _, store.zw $6 ^m1 ^m0
load.a 0, load.r1 2, mul.m0 ^r0[-1].x ^r0.z, mul.m1 ^r1.x ^r0.z, mov.p ^a1[-2], store.xy $9 _ ^m0, store.zw $7 ^p ^m1
load.a 1, load.r1 7, mul.m0 ^r1.x ^r0.z, mul.m1 ^r1.x ^r0[-1].z, add.a0 ^m1[-2] ^m0[-1], store.xy $10 ^m0 ^a0, store.zw $6 ^m1 _
load.r0 4, mul.m0 ^r0.x ^r0[-1].w, mul.m1 ^r1.z ^r0[-1].w, store.zw $8 ^m1 ^m0
load.a 1, mul.m0 ^r0[-1].y ^r0.z, mul.m1 ^r1.x ^r0.w, store.xy $4 _ ^m1, store.zw $9 ^m0 _
load.r0 2, load.r1 6, mul.m0 ^r0.x ^r0[-1].z, mul.m1 ^r1.y ^r0[-1].w, add.a0 ^r1.w ^r1.z, add.a1 ^m1[-2] ^m0[-1], store.xy $11 ^m0 ^a0, store.zw $6 _ ^m1
load.a 1, load.r1 6, mul.m0 ^r1.y ^r0[-1].z, mul.m1 ^r1.x ^r0.z, store.xy $12 ^m0 _, store.zw $8 ^m1 _
load.r0 2, load.r1 4, mul.m0 ^r0.x ^r0.w, mul.m1 ^r1.x ^r0.z, add.a0 ^r1.y ^m1[-1], mov.p ^a1[-2], store.xy $4 _ ^p, store.zw $9 _ ^a0
load.r0 6, mul.m0 ^r0.x ^r0[-1].w, mul.m1 ^r1.x ^r0[-1].z, add.a0 ^m1[-1] ^m0[-1], store.xy $6 ^a0 _
load.r0 2, load.r1 7, mul.m1 ^r1.x ^r0.w, add.a0 ^m1[-1] ^m0[-1], store.xy $7 ^m1 _, store.zw $10 ^a0 _
load.a 0, mul.m0 ^r1.x ^r0.y, mul.m1 ^r1.z ^r0.y, store.xy $2 ^m0 _, store.zw $10 _ ^m1
load.r0 6, load.r1 4, mul.m0 ^r0.y ^r0[-1].y, mul.m1 ^r1.x ^r0[-1].y, store.zw $2 ^m1 _
load.a 1, mul.m0 ^r1.x ^r0.y, mul.m1 ^r1.z ^r0.y, add.a0 ^r0[-1].z ^m0[-1], store.xy $0 ^m0 _, store.zw $2 _ ^m1
load.r0 6, load.r1 4, mul.m0 ^r0.y ^r0[-1].y, mul.m1 ^r1.x ^r0[-1].y, store.xy $4 ^m0 _, store.zw $0 ^m1 _
load.a 1, load.r1 4, mul.m0 ^r1.w ^r0.z, mul.m1 ^r1.z ^r0.z, mov.p ^a0[-2], store.xy $6 _ ^p, store.zw $6 ^m1 _
load.r0 1, mul.m0 ^r0.x ^r0[-1].z, mul.m1 ^r1.y ^r0[-1].z, store.zw $11 ^m1 ^m0
load.r0 5, load.r1 3, load.u 8, mul.m0 ^r0.y ^u.y, mul.m1 ^r0[-1].x ^r0[-1].w, add.a0 ^r1.z ^r0.w, mov.p ^m0[-2], store.xy $5 _ ^a0, store.zw $3 ^p _
load.r0 12, load.r1 7, mul.m1 ^r1.y ^m0[-1], add.a0 ^r0[-1].z ^r1.w, add.a1 ^r0.x ^r1.x, store.xy $7 ^a1 _, store.zw $5 ^a0 _
load.a 0, load.r1 4, load.u 9, mul.m0 ^r1.w ^r0.y, mul.m1 ^r1.z ^r0.y, add.a0 ^m1[-1] ^u.y, mov.p ^m1[-2], store.xy v0 _ ^a0, store.zw $12 ^p ^m1
load.r0 1, mul.m0 ^r0.x ^r0[-1].y, mul.m1 ^r1.y ^r0[-1].y, store.xy $12 ^m1 ^m0
load.r0 11, load.r1 8, load.u 8, mul.m1 ^r0[-1].y ^u.z, add.a0 ^r1.w ^r0.x, add.a1 ^r1.y ^r0.z, mov.p ^m0[-2], store.xy $1 _ ^p, store.zw $11 ^a0 _
load.r0 10, load.r1 6, add.a0 ^r1.w ^r0.x, add.a1 ^r0.y ^m0[-2], store.xy $12 _ ^a1, store.zw $6 _ ^a0
load.a 1, load.r1 4, mul.m0 ^r1.w ^r0.y, mul.m1 ^r1.z ^r0.y, add.a0 ^r0[-1].x ^r1.x, add.a1 ^a1[-2] -0, mov.p ^m1[-2], store.xy $4 ^p _, store.zw $8 _ ^a1
load.r0 1, mul.m0 ^r0.x ^r0[-1].y, mul.m1 ^r1.y ^r0[-1].y, add.a0 ^a0[-2] ^m0[-1], store.xy $8 _ ^m0, store.zw $6 _ ^m1
load.r1 4, mul.m0 ^r0.y ^r0[-1].w, mul.m1 ^r1.z ^r0[-1].w, add.a0 ^r1.y ^m1[-2], mov.p ^a0[-2], store.xy $4 _ ^p, store.zw $13 ^m1 ^m0
load.r0 1, load.r1 4, mul.m1 ^r1.w ^r0.w, mov.p ^a0[-2], store.xy $13 ^m1 _, store.zw $1 _ ^p
load.r0 10, load.r1 5, add.a0 ^r1.w ^r0.w, mov.p ^a0[-2], store.xy $13 _ ^a0, store.zw $5 _ ^p
load.r0 2, load.r1 7, add.a0 ^r1.w ^r0.z, add.a1 ^r1.x ^m1[-2], store.xy $13 ^a0 _, store.zw $7 _ ^a1
load.a 1, load.r1 9, mul.m0 ^r0[-1].y ^r0.x, mul.m1 ^r0[-1].y ^r0.w, add.a0 ^r1.y ^r0[-1].x, add.a1 ^r1.z ^r0[-1].w, store.xy $7 ^a0 _, store.zw $9 ^a1 _
load.a 0, load.r1 4, mul.m0 ^r1.w ^r0.w, mul.m1 ^r1.z ^r0.w, store.xy $9 _ ^m1, store.zw $2 ^m0 _
load.r0 1, mul.m0 ^r0.x ^r0[-1].w, mul.m1 ^r1.y ^r0[-1].w, add.a0 ^r0.w ^m0[-2], add.a1 ^m0[-2] -0, mov.p ^m1[-2], store.xy $2 ^p _, store.zw v3 _ ^a0
load.r1 11, add.a0 ^r1.x ^r0.z, add.a1 ^r1.y ^r0[-1].y, store.xy $1 _ ^a1, store.zw $2 _ ^a0
load.a 1, load.r1 8, mul.m0 ^m1[-2] 1, mul.m1 ^r0[-1].y ^r0.w, add.a0 ^r1.z ^r0[-1].x, add.a1 ^m0[-2] -0, mov.p ^a1[-2], store.xy $11 ^m0 ^a1, store.zw $8 ^p _
load.r0 1, load.r1 4, mul.m0 ^r0.x ^r0[-1].w, mul.m1 ^r1.z ^r0[-1].w, add.a0 ^a0[-2] ^m1[-1], store.xy $1 ^a0 _, store.zw $2 _ ^m1
load.a 1, load.r1 4, mul.m0 ^r0[-1].z ^r0.w, mul.m1 ^r1.w ^r0.w, add.a0 ^a0[-2] ^m0[-1], store.xy $0 ^m0 ^a0, store.zw $1 _ ^m1
load.r0 6, load.r1 8, add.a0 ^r1.x ^r0.z, store.zw $0 ^a0 _
load.r0 11, load.r1 7, add.a0 ^r1.z ^r0.w, add.a1 ^r0.z ^r0[-1].w, store.xy $8 ^a1 _, store.zw $7 ^a0 _
load.r0 3, load.r1 9, mul.m1 ^r0.x ^r0.y, add.a0 ^r1.x ^r0.z, store.xy $9 ^m1 _, store.zw $3 ^a0 _
load.a 1, load.r1 5, mul.m0 ^r1.x ^r0.w, mul.m1 ^r0[-1].x ^r0.w, store.zw $4 ^m1 ^m0
load.r0 12, load.r1 5, mul.m1 ^r1.x ^r0[-1].x, add.a0 ^r1.y ^r0.w, add.a1 ^r1.z ^r0.x, store.xy $5 _ ^a0, store.zw $5 ^a1 _
load.a 0, load.r1 1, mul.m1 ^r1.z ^r0.x, store.zw $6 ^m1 _
load.r0 5, load.r1 3, mul.m0 ^r0.x ^r0[-1].x, mul.m1 ^r1.x ^r0[-1].x, add.a0 ^a0[-2] ^m1[-1], mov.p ^m1[-2], store.xy v2 ^a0 _, store.zw $6 _ ^p
load.a 0, load.r1 2, mul.m1 ^r1.y ^r0.x, store.xy $5 _ ^m1
load.r0 8, load.r1 9, mul.m1 ^m0[-2] 1, add.a0 ^r1.w ^r0.y, mov.p ^m1[-2], store.xy $8 _ ^p, store.zw $9 _ ^m1
load.a 1, load.r1 1, mul.m1 ^r1.z ^r0.x, add.a0 ^r1.y ^m1[-2], store.xy $1 _ ^m1, store.zw v2 _ ^a0
load.r0 13, load.r1 3, mul.m1 ^r1.x ^r0[-1].x, add.a0 ^r1.w ^r0.z, mov.p ^a0[-2], store.xy $3 ^p _, store.zw $3 _ ^m1
load.r0 9, load.r1 6, add.a0 ^r1.x ^r0[-1].w, add.a1 ^r0[-1].y ^r0.y, store.xy $6 ^a0 _, store.zw $11 ^a1 _
load.r0 12, load.r1 10, add.a0 ^r1.z ^r0.z, add.a1 ^r0.y ^r0[-1].w, mov.p ^a0[-2], store.xy $9 _ ^p, store.zw v2 ^a1 _
load.r0 3, load.r1 1, mul.m1 ^r1.z ^r0.y, add.a0 ^r0.w ^r1.x, store.xy v6 _ ^a0
load.r0 2, load.r1 5, mul.m0 ^r0.y ^r0[-1].y, mul.m1 ^r1.x ^r0[-1].y, add.a0 ^r0[-1].z ^r0.x, add.a1 ^p[-2] ^m1[-1], mov.p ^a0[-2], store.xy v4 ^a1 _, store.zw v1 _ ^a0
load.r0 11, load.r1 13, add.a0 ^r1.x ^r0.x, add.a1 ^p[-1] ^m1[-1], store.xy $5 ^a0 _, store.zw v4 ^a1 _
load.r1 7, mul.m1 ^r1.y ^r0.w, add.a0 ^r1.x ^r0[-1].y, add.a1 ^r0.z ^r0.x, mov.p ^m0[-2], store.xy v1 ^a1 _, store.zw $1 ^p _
load.r0 2, load.r1 6, add.a0 ^r1.y ^r0.z, add.a1 ^r1.w ^r0[-1].y, store.xy $1 ^a0 _, store.zw v6 ^a1 _
load.r0 6, load.r1 9, mul.m1 ^m1[-2] 1, add.a0 ^r1.z ^r0[-1].w, add.a1 ^r0.x ^r1.x, mov.p ^a0[-2], store.xy v4 _ ^a1, store.zw $3 ^p _
load.r0 1, load.r1 4, add.a0 ^r1.y ^r0.w, add.a1 ^r0.y ^a0[-1], store.xy v6 ^a1 _, store.zw $1 _ ^a0
load.r0 4, load.r1 7, mul.m1 ^r1.y ^r0.x, add.a0 ^r1.z ^r0.w, add.a1 ^r1.w ^r0[-1].z, mov.p ^m1[-2], store.xy $3 _ ^p, store.zw v1 ^a0 _
load.r0 5, load.r1 8, add.a0 ^r1.w ^r0[-1].z, add.a1 ^r0.z ^r1.y, mov.p ^a1[-1], store.xy v1 _ ^a0, store.zw v4 _ ^p
load.r0 8, load.r1 1, mul.m1 ^m1[-2] 1, add.a0 ^r0[-1].w ^r1.y, add.a1 ^r0.y ^r0[-1].x, mov.p ^a1[-1], store.xy v2 _ ^p, store.zw $1 ^m1 _
load.r0 6, load.r1 3, mul.m1 ^a1[-1] 1, add.a0 ^r0[-1].x ^r1.w, add.a1 ^r1.x ^r0.w, mov.p ^a0[-1], store.xy v3 ^p ^a0, store.zw v3 ^a1 _
load.r0 3, load.r1 11, load.u 9, add.a0 ^r0[-1].z ^r1.z, add.a1 ^r0.y ^u.x, mov.p ^m1[-1], store.xy v5 ^a0 ^p
load.r0 1, load.r1 9, load.u 9, add.a0 ^r1.w ^r0[-1].z, add.a1 ^r0.z ^u.z, mov.p ^a1[-1], store.xy v0 ^p _, store.zw v5 ^a0 _
load.r0 8, load.r1 5, add.a0 ^r1.y ^r0[-1].x, add.a1 ^r0.z ^r0[-1].w, mov.p ^a1[-1], store.zw v0 ^p _
mul.m1 ^a1[-1] 1, mov.p ^a0[-1], store.zw v5 _ ^p
mov.p ^m1[-1], store.zw v6 _ ^p
