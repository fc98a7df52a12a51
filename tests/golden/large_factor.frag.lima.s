stop, load.v $0 0, mul.v0 $0.xy $0.xyxx ^const0.yyyy, mov.v1 $0.zw $0.zzzw, mul.s2 $0.xy ^const0.x $0.xyxx, const0 3.05078125 32768.0 0.0 0.0
