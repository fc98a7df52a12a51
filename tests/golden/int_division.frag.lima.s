load.v $0 0, mov_int.v1 $0 $0.zwyx, rcp.s2 $1.x $0.z
rcp.s2 $1.y $0.y
mul.v0 $1.xy $1.xyxx $0.wxww, gt.v1 $1.zw ^const0.yyyy $1.xxxy, mul.s2 $1.zw ^const0.x $1.zzzw, const0 2.0 0.0 0.0 0.0
mov_int.v0 $1.xy $1_abs.xyxx, add.v1 $1.zw ^const0.xxxx -$1.zzzw, const0 1.0 0.0 0.0 0.0
mul.v0 ^v0 $0_abs.zyzz $1.xyxx, add.v1 $2.xy -^v0.xyxx $0_abs.wxww
ge.v0 ^v0 $2.xyxx $0_abs.zyzz, add.v1 $1.xy ^v0.xyxx $1.xyxx
gt.v0 ^v0 ^const0.xxxx $2.xyxx, add.v1 $1.xy -^v0.xyxx $1.xyxx, const0 0.0 0.0 0.0 0.0
mul.v0 $1.xz $1.zzwz $1.xxyx
stop, mul.s0 ^s0 $1.x $0.z, mov.v1 $1.w ^const0.xxxx, add.s1 $1.y -^s0 $0.w, const0 3.0 0.0 0.0 0.0
