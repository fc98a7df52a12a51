mov.s0 $0.x ^const0.x, const0 0.0 0.0 0.0 0.0
L4:
branch_ge $0.x ^const0.x L23, const0 64.0 0.0 0.0 0.0
load.u 0, mov.v0 $1.w ^u.wwww, min_pos.s0 $0.y $0.x ^const0.y, add.v1 $1.xyz $0.xxxx ^u.xyzx, add.s1 $0.x $0.x ^const0.x, store.t -64+$0.y $1, branch L4, const0 1.0 63.0 0.0 0.0
L23:
load.v $0.x 1, mov_int.s0 ^s0 $0.x, min_pos.s1 $0.x ^s0 ^const0.x, const0 63.0 0.0 0.0 0.0
load.v $1.xy 0, load.t -64+$0.x, mov.v0 $0 ^u.yzxw, add.v1 $1.yz $1.xxyx $0.xxyx
stop, mov.v0 $1.xw $0.zzzw
