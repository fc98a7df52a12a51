load.v $0.xy 0, atan2_pt1.s2 $1.xyz $0.x $0.y
rcp.s2 $1.w $0.y
mul.s0 $1.x $1.x $1.y, atan_pt2.s2 $1.x $1.xyzz
mul.s0 $1.w $0.x $1.w, atan_pt1.s2 $0.xyz $1.w
stop, mov.v1 $1.zw ^const0.yyyx, atan_pt2.s2 $1.y $0.xyzz, const0 1.0 0.0 0.0 0.0
