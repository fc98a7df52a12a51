load.v $0.x ^frontfacing
load.v $1.xy ^pointcoord
load.v $2 ^fragcoord, ne.s0 ^s0 $0.x ^const0.x, sel.v1 $1.x $1.xxxx -$1.xxxx, add.s1 $2.y $2.y $1.y, rcp.s2 $2.w $2.w, const0 0.0 0.0 0.0 0.0
stop, mov.v1 $2.xw $2.xxxw, add.s1 $2.z $2.z $1.x
