mov ft0.x, fc0.x
slt ft0.x, fc4.z, ft0.x
mul ft0.x, ft0.x, fc4.w
add ft0, ft0.x, fc1
slt ft1.x, fc5.x, v0.x
sub ft0, ft0, fc2
mul ft0, ft1.x, ft0
add ft0, ft0, fc2
sge ft1.x, fc5.y, v1.x
sub ft2, fc3.xzyw, ft0
mul ft2, ft1.x, ft2
add ft0, ft2, ft0
add oc, ft0, fc4.xxxy
