mov.s0 $0.x ^const0.x, const0 0.0 0.0 0.0 0.0
L4:
branch_ge $0.x ^const0.x L28, const0 40.0 0.0 0.0 0.0
add.v1 $0.y $0.xxxx -^const0.yyyy, add.s1 $0.x $0.x ^const0.x, const0 1.0 18.0 0.0 0.0
load.u 0, min_pos.s0 ^s0 $0.y ^const0.x, min_pos.v1 $0.y $0.yyyy ^const0.xxxx, add.s1 $1.x ^s0 ^u.x, store.t -4+$0.y $1, branch L4, const0 3.0 0.0 0.0 0.0
L28:
load.v $0.xy 0, load.u 0, mov_int.v0 $0.xy $0.xyxx, mul.s0 $1.x ^const0.y ^u.x, min_pos.s1 $0.x $0.x ^const0.x, store.t -4+$0.x $1, const0 3.0 5.0 0.0 0.0
load.t -4, mov.s0 $1.y ^u.x
load.t -1, min_pos.v1 $1.w $0.yyyy ^const0.xxxx, mov.s1 $1.z ^u.x, const0 3.0 0.0 0.0 0.0
stop, load.t -4+$1.w, mov.s0 $1.w ^u.x, mov.v1 $1 $1.yzxw
