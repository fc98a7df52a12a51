mov ft0.x, fc0.x
slt ft0.x, fc2.w, ft0.x
slt ft0.y, fc3.x, v0.x
mul ft0.x, fc3.y, ft0.x
sub ft0.x, fc2.w, ft0.x
mul ft0.x, ft0.y, ft0.x
add ft1, fc2.xyxz, ft0.x
sge ft0.y, fc3.z, v1.x
mul ft1, ft1, ft0.y
sub ft0, fc1, ft0.x
add oc, ft1, ft0
