sync, load.v ^tex_coord 0, texld_2d 0, load.u 0, mov.v0 $0 ^tex_sampler, mul.s0 $1.x ^u.x ^const0.x, cos.s2 $1.x $1.x, const0 0.1591796875 0.0 0.0 0.0
load.v $2.xy 0, load.u 0, mul.v0 $1.yz $2.xxyx ^u.zzwz, mul.s0 $1.w ^u.x ^const0.x, mov.v1 $2.xy $1.xxxx, sin.s2 $1.w $1.w, const0 0.1591796875 0.0 0.0 0.0
load.u 1, mov.v0 $2.zw $1.wwww, add.v1 $1.yz $1.yyzy -^u.xxyx, add.s1 $0.x $0.x $0.y
load.u 0, mul.v0 $2 $2.xzyw $1.yzzy, add.v1 $2.x $2.xxxx -$2.yyyy, add.s1 $2.z $2.w $2.z, mul.s2 $2.xz ^u.y $2.xxzx
mul.s0 $0.y $2.x ^const0.x, add.s1 $0.x $0.x $0.z, sin.s2 $0.y $0.y, const0 0.1591796875 0.0 0.0 0.0
mul.v0 $0.x $0.xxxx ^const0.zzzz, mul.s0 $0.z $2.z ^const0.x, add.s1 $0.x $0.x -^const0.y, sin.s2 $0.z $0.z, const0 0.1591796875 5.0 3.333984375 0.0
stop, mul_x4.s0 $0.y $0.y $0.z, add.v1 $0.xyz $0.xxxx $0.yyyy, mov.s1 $0.w $0.w
