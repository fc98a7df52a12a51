load.v $0.xy ^fragcoord, mul.v0 $0.zw $0.xxxy ^const0.xxxx, const0 0.03125 0.0 0.0 0.0
mul.v0 $0.zw $0.zzzw $0.zzzw, add.s1 $0.z $0.z $0.w, rsqrt.s2 $0.w $0.z
mul.s0 $0.w $0.w ^const0.x, sqrt.s2 $0.z $0.z, const0 0.03125 0.0 0.0 0.0
stop, mul.v0 $1.yz $0.xxyx $0.wwww, mul.s0 $1.x $0.z ^const0.x, mov.s1 $1.w ^const0.y, const0 32.0 1.0 0.0 0.0
