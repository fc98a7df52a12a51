load.v $0 0, mul.v0 $1 $0.yyzz ^const0.xyzx, add.v1 $1.x $0.xxxx $1.xxxx, add.s1 $1.y $0.x -$1.y, const0 0.5 0.75 0.25 0.0
mul.v0 $0 $0.ywxx ^const0.zxxy, add.v1 $1.xy $1.xyxx $1.zwzz, add.s1 $0.x $1.w $0.x, const0 0.5 0.125 0.25 0.0
stop, mov.v0 $1.w $0.yyyy, mov.s0 $1.x $1.x, add.v1 $1.z $0.xxxx $0.wwww, add.s1 $1.y $1.y -$0.z
