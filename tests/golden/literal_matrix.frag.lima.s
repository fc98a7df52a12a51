load.v $0 0, mul.v0 ^v0 $0.xyxx ^const0.zyxz, sum3.v1 $1.x ^v0.xyzz, mul.s2 $1.yz ^const0.w $0.zwzz, const0 -0.5 -0.75 1.0 0.5
mul.v0 $2.xy $0.yxyy ^const0.yxyy, add.v1 $0.w $2.xxxx $2.yyyy, add.s1 $2.y $1.x $1.z, const0 0.125 0.25 0.0 0.0
stop, mul.v0 ^v0 $0.xyzx ^const0.zyxz, mov.s0 $2.w $1.y, sum3.v1 $2.x ^v0.xyzz, add.s1 $2.z $0.w $1.z, const0 0.25 0.5 1.0 0.0
