load.v $0.xyw ^fragcoord, mul.v0 $1.xy $0.xyxx ^const0.xxxx, const0 0.03125 0.0 0.0 0.0
mul.v0 $1.xy $1.xyxx $1.xyxx, add.s1 $0.z $1.x $1.y, rsqrt.s2 $1.x $0.z
mul.s0 $1.x $1.x ^const0.x, sqrt.s2 $0.z $0.z, const0 0.03125 0.0 0.0 0.0
stop, mul.v0 $1.yz $0.xxyx $1.xxxx, mul.s0 $1.x $0.z ^const0.x, mov.s1 $1.w ^const0.y, rcp.s2 $0.w $0.w, const0 32.0 1.0 0.0 0.0
