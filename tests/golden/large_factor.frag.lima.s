load.v $0 0, mul.v0 $0.xy $0.xyxx ^const0.xxxx, const0 32768.0 0.0 0.0 0.0
stop, mul.v0 $0.xy $0.xyxx ^const0.xxxx, mov.v1 $0.zw $0.zzzw, const0 3.05078125 0.0 0.0 0.0
