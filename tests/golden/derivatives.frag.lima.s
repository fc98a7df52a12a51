sync, load.v $0.xyz 0, dFdx.v1 $0.xw $0.xxxz -$0.xxxz
sync, dFdy.v1 $0.yz -$0.yyzy $0.yyzy
stop, mov.v0 $1.w ^const0.xxxx, mov.s0 $1.x $0.x, mov.v1 $1.y $0.yyyy, add.s1 $1.z $0_abs.w $0_abs.z, const0 1.0 0.0 0.0 0.0
