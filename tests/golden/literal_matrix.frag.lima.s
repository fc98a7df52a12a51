load.v $0 0, mul.v0 $1 $0.yyzz ^const0.xyzx, add.s1 $1.x $0.x $1.x, const0 0.5 0.75 0.25 0.0
mul.v0 $2 $0.ywxx ^const0.zxyx, add.v1 $1.y $0.xxxx -$1.yyyy, add.s1 $2.x $1.w $2.x, const0 0.5 0.125 0.25 0.0
add.v1 $1.x $1.xxxx $1.zzzz, add.s1 $1.y $1.y $1.w
stop, mov.s0 $1.w $2.y, add.v1 $1.z $2.xxxx $2.zzzz, add.s1 $1.y $1.y -$2.w
