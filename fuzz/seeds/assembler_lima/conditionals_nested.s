load.v $0 0, load.u 0, gt.s0 ^s0 $0.w ^u.w, sel.v1 $1 -$0 $0, gt.s1 $2.x ^u.x $0.x, rcp.s2 $2.y $0.z
mov.v0 $3.xyz ^const1.zyxz, eq.s0 ^s0 $0.z ^const0.x, add.v1 $4 $0 ^const0.yyyy, sel.s1 $0.z ^const0.x $2.y, const0 0.0 2.0 0.0 0.0, const1 16.0 8.0 4.0 0.0
load.u 0, mov.v0 $3.w $0.wwww, gt.s0 ^s0 ^u.y $0.y, sel.v1 $3 $3 $4, gt.s1 $0.y -^u.y $0.y
load.u 0, mul.v0 $0.y $2.xxxx $0.yyyy, gt.s0 ^s0 ^u.x $0.x, sel.v1 $1 $3 $1, branch_ne $0.y ^const0.x L43, const0 0.0 0.0 0.0 0.0
stop, mul.s0 ^s0 ^const0.x $0.z, mov.v1 $1.xyz $1.xyzx, add.s1 $1.w ^s0 $1.w, const0 0.5 0.0 0.0 0.0
L43:
stop, discard
