rcp.s2 $0.x ^const0.x, const0 0.0 0.0 0.0 0.0
rcp.s2 $0.y ^const0.x, const0 0.0 0.0 0.0 0.0
rcp.s2 $0.z ^const0.x, const0 0.0 0.0 0.0 0.0
rcp.s2 $0.w ^const0.x, const0 0.0 0.0 0.0 0.0
stop, load.v $1 0, mul.v0 ^v0 $1 $0, gt.s0 ^s0 $1.x $1.y, sel.v1 $1 ^v0 $1
