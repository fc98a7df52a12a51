load.v $0 0, rcp.s2 $1.x $0.x
load.u 0, mul.v0 $2 $0 ^u, rcp.s2 $1.y $0.y
load.u 0, mov.v0 $3 ^u, add.v1 $2 $0 $2, rcp.s2 $1.z $0.z
load.u 1, gt.s0 ^s0 ^u.x $0.x, sel.v1 $3 $3 $0.xxxx, rcp.s2 $1.w $0.w
load.u 1, mul.v0 $1 $0 $1, gt.s0 ^s0 ^u.x $0.x, sel.v1 $1 $2 $1, sel.s1 $2.x ^const0.x ^const0.y, const0 0.125 0.0 0.0 0.0
stop, mul.v0 ^v0 $1 $3, add.v1 $1 ^v0 $2.xxxx
