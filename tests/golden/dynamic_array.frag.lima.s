mov.s0 $0.x ^const0.x, const0 0.0 0.0 0.0 0.0
L4:
branch_ge $0.x ^const0.x L26, const0 64.0 0.0 0.0 0.0
mov.v0 $1.xyz $0.xxxx
load.u 0, mov.v0 $1.w ^const0.zzzz, min_pos.s0 $0.y $0.x ^const0.y, add.v1 $1 ^u $1, add.s1 $0.x $0.x ^const0.x, store.t -64+$0.y $1, branch L4, const0 1.0 63.0 0.0 0.0
L26:
load.v $0.x 1, mov_int.s0 ^s0 $0.x, mov.v1 $1.zw ^const0.yyyy, min_pos.s1 $0.x ^s0 ^const0.x, const0 63.0 0.0 0.0 0.0
stop, load.v $1.xy 0, load.t -64+$0.x, mov.v0 ^v0 ^u, add.v1 $1 ^v0 $1.zxyw
