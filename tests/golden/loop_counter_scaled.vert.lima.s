load.a 0, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, store.xy $0 ^m1 ^m0
load.u 1, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.a 0, load.u 4, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $0 ^a0 ^a1
load.u 5, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.a 0, load.u 2, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^a0 ^a1
load.u 6, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $0 ^a0 ^a1
load.a 0, load.u 8, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $1 ^a0 ^a1
load.u 9, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.a 0, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $1 ^a0 ^a1
load.u 7, mul.m0 ^r0[-1].w ^u.x, mul.m1 ^r0[-1].w ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $0 ^a0 ^a1
load.a 0, load.r1 1, load.u 10, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $0 ^a0 ^a1
load.r1 1, load.u 12, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].x ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $1 ^m1 ^m0, store.zw $1 ^a0 ^a1
load.a 0, load.u 13, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.y ^u.w
load.u 11, mul.m0 ^r0[-1].w ^u.x, mul.m1 ^r0[-1].w ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $1 ^a0 ^a1
load.a 0, load.r1 1, load.u 14, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $1 ^a0 ^a1
load.u 16, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].x ^u.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $1 ^m1 ^m0, store.zw $2 ^a0 ^a1
load.a 0, load.u 17, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.y ^u.w
load.u 49, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $1 ^m1 ^m0, store.zw $0 ^a0 ^a1
load.u 48, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.x ^u.x
load.a 0, load.u 15, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 2, load.u 18, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $1 ^a0 ^a1
load.a 0, load.u 20, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $2 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 21, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.r1 1, load.u 50, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $1 ^a0 ^a1
load.a 0, load.u 19, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 2, load.u 22, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.zw $0 ^a0 ^a1
load.a 0, load.r1 1, load.u 24, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $2 ^a0 ^a1, store.zw $1 ^m1 ^m0
load.u 25, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.a 0, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $3 ^a0 ^a1, store.zw $1 ^m1 ^m0
load.u 1, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.a 0, load.u 4, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $4 ^a0 ^a1, store.zw $1 ^m1 ^m0
load.u 5, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.r1 1, load.u 51, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.x ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $2 ^a0 ^a1
load.a 0, load.u 23, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 2, load.u 26, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $2 ^a0 ^a1
load.a 0, load.r1 3, load.u 28, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $1 ^a0 ^a1, store.zw $4 ^m1 ^m0
load.u 29, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $1 ^a0 ^a1
load.r1 4, load.u 6, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $3 ^a0 ^a1
load.a 0, load.r1 2, load.u 8, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $4 ^a0 ^a1, store.zw $2 ^m1 ^m0
load.u 9, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.u 52, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $2 ^a0 ^a1
load.a 0, load.u 27, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.zw $3 ^a0 ^a1
load.r1 1, load.u 30, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.zw $4 ^a0 ^a1
load.a 0, load.r1 1, load.u 32, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $0 ^a0 ^a1
load.u 33, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.a 0, load.u 3, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 3, load.u 7, mul.m0 ^r0[-1].w ^u.z, mul.m1 ^r0[-1].w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $3 ^a0 ^a1
load.a 0, load.r1 4, load.u 10, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $4 ^a0 ^a1
load.r1 2, load.u 12, mul.m0 ^r0[-1].x ^u.z, mul.m1 ^r0[-1].x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $1 ^a0 ^a1, store.zw $2 ^m1 ^m0
load.a 0, load.u 13, mul.m0 ^r0.y ^u.z, mul.m1 ^r0.y ^u.y
load.r1 2, load.u 53, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.x ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $1 ^a0 ^a1
load.a 0, load.r1 3, load.u 31, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $3 ^a0 ^a1
load.u 34, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $0 ^a0 ^a1
load.a 0, load.u 36, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $2 ^a0 ^a1
load.u 37, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.a 0, load.u 11, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 1, load.u 14, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $2 ^a0 ^a1
load.a 0, load.r1 1, load.u 16, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $1 ^m1 ^m0, store.zw $1 ^a0 ^a1
load.u 17, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.r1 4, load.u 54, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $1 ^a0 ^a1
load.a 0, load.r1 3, load.u 35, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $3 ^a0 ^a1
load.r1 2, load.u 38, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $2 ^a0 ^a1
load.a 0, load.u 40, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $4 ^a0 ^a1
load.u 41, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.r1 4, load.u 49, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.x ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $5 ^a0 ^a1
load.r1 3, load.u 48, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.x ^u.z
load.a 0, load.u 15, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 1, load.u 18, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $3 ^a0 ^a1
load.a 0, load.r1 1, load.u 20, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $4 ^m1 ^m0, store.zw $1 ^a0 ^a1
load.u 21, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.u 55, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $0 ^a0 ^a1
load.a 0, load.r1 3, load.u 39, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $1 ^a0 ^a1
load.r1 4, load.u 42, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $3 ^a0 ^a1
load.a 0, load.r1 5, load.u 44, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $4 ^m1 ^m0, store.zw $4 ^a0 ^a1
load.u 45, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.r1 2, load.u 50, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.x ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $2 ^a0 ^a1
load.a 0, load.u 19, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 1, load.u 22, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $1 ^a0 ^a1
load.a 0, load.u 24, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $4 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 25, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.r1 2, load.u 56, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $0 ^a0 ^a1
load.a 0, load.r1 1, load.u 43, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $1 ^a0 ^a1
load.r1 4, load.u 46, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $4 ^a0 ^a1
load.r0 2, load.r1 3, load.u 51, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.x ^u.z, add.a0 ^r0.x ^m1[-1], add.a1 ^r0.y ^m0[-1], store.xy $3 ^a0 ^a1
load.a 0, load.u 23, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 4, load.u 26, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $4 ^a0 ^a1
load.a 0, load.u 28, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $2 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 29, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.r1 3, load.u 57, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $0 ^a0 ^a1
load.a 0, load.r1 1, load.u 47, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.zw $2 ^a0 ^a1
load.r0 3, load.r1 1, load.u 52, mul.m0 ^r1.w ^u.y, mul.m1 ^r1.z ^u.z, add.a0 ^r0.x ^m1[-1], add.a1 ^r0.y ^m0[-1], store.xy $1 ^a0 ^a1
load.a 0, load.u 27, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 2, load.u 30, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.zw $1 ^a0 ^a1
load.a 0, load.u 32, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $2 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 33, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.r1 4, load.u 58, mul.m0 ^r1.w ^u.w, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $0 ^a0 ^a1
load.r0 2, load.r1 4, load.u 53, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.x ^u.z, add.a0 ^r0.z ^m1[-1], add.a1 ^r0.w ^m0[-1], store.zw $2 ^a0 ^a1
load.a 0, load.u 31, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 2, load.u 34, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $2 ^a0 ^a1
load.a 0, load.u 36, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $3 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 37, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.r1 1, load.u 59, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.x ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $0 ^a0 ^a1
load.r0 2, load.r1 1, load.u 54, mul.m0 ^r1.w ^u.y, mul.m1 ^r1.z ^u.z, add.a0 ^r0.z ^m1[-1], add.a1 ^r0.w ^m0[-1], store.zw $2 ^a0 ^a1
load.a 0, load.u 35, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^a0 ^a1
load.r1 3, load.u 38, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $1 ^a0 ^a1
load.a 0, load.u 40, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $3 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 41, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.r1 2, load.u 55, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.x ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $1 ^a0 ^a1
load.a 0, load.u 39, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $2 ^a0 ^a1
load.r1 3, load.u 42, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^a0 ^a1
load.a 0, load.r1 1, load.u 44, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.xy $3 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 45, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y
load.r0 1, load.r1 2, load.u 56, complex2.m0 ^r1.z ^r1.z, mul.m1 ^r0.x ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], rcp.c ^r1.z, store.zw $0 ^a0 ^a1
load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, add.a0 ^r1.x ^m1[-1], store.xy $2 ^a0 _
load.r1 1, load.u 56, mul.m1 ^r1.y ^u.y
load.a 0, load.r1 2, load.u 43, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.y ^m1[-1], mov.p ^m0[-2], store.xy $2 _ ^p, store.zw $2 ^a0 _
load.r1 3, load.u 46, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0[-1].z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $1 ^a0 ^a1
load.u 57, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.x ^u.z, add.a0 ^r1.z ^m1[-1], add.a1 ^r1.w ^m0[-1], store.zw $1 ^a0 ^a1
load.a 0, load.r1 2, load.u 47, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.z ^m0[-1], store.xy $2 ^a0 _, store.zw $2 ^a1 _
load.r1 1, load.u 58, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.x ^u.z, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $0 ^a0 ^a1
load.r1 2, load.u 62, max.a0 ^r1.y ^u.x, store.xy $2 _ ^a0
load.r1 2, load.u 59, mul.m0 ^a1[-2] ^u.y, mul.m1 ^a0[-2] ^u.z, add.a0 ^r1.x ^m1[-2], add.a1 ^r1.z ^m0[-2], store.xy $2 ^a0 _, store.zw $2 ^a1 _
load.u 62, min.a0 ^a0[-2] ^u.y, store.xy $2 _ ^a0, store.zw v0 _ ^a0
load.u 60, mul.m0 ^a0[-1] ^u.y, mul.m1 ^a0[-1] ^u.x, add.a0 ^a0[-2] ^m1[-2], add.a1 ^a1[-2] ^m0[-2], store.xy $0 ^a0 ^a1, store.zw $0 ^m0 _
load.r1 2, load.u 60, mul.m0 ^m1[-1] ^r1.w, mul.m1 ^a0[-2] ^u.z
load.u 61, mul.m0 ^m1[-1] ^a1[-2], mul.m1 ^m0[-2] ^a0[-2], add.a0 ^m0[-1] ^u.x, store.xy v0 ^a0 _
load.u 61, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
