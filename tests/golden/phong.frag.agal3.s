sub ft0.xyz, fc0.xyz, v0.xyz
dp3 ft1.x, ft0.xyz, ft0.xyz
sub ft2.xyz, fc2.xyz, v0.xyz
dp3 ft1.y, ft2.xyz, ft2.xyz
sub ft3.xyz, fc1.xyz, v0.xyz
dp3 ft1.z, ft3.xyz, ft3.xyz
rsq ft4.xyz, ft1.xyz
mul ft0.xyz, ft0.xyz, ft4.x
mul ft2.xyz, ft2.xyz, ft4.y
mul ft3.xyz, ft3.xyz, ft4.z
nrm ft4.xyz, v1.xyz
dp3 ft5.x, ft4.xyz, ft0.xyz
dp3 ft5.y, ft4.xyz, ft2.xyz
dp3 ft5.z, ft4.xyz, ft3.xyz
mul ft5.xyz, ft5.xyz, fc13.w
mul ft6.xyz, ft4.xyz, ft5.x
add ft6.xyz, ft6.xyz, ft0.xyz
dp3 ft0.x, ft4.xyz, ft0.xyz
mul ft0.yzw, ft4.xxyz, ft5.y
add ft5.xyw, ft0.zyyw, ft2.yxxz
dp3 ft0.y, ft4.xyz, ft2.xyz
dp3 ft0.z, ft4.xyz, ft3.xyz
mul ft4.xyz, ft4.xyz, ft5.z
add ft3.xyz, ft4.xyz, ft3.xyz
sub ft4.xyz, fc9.xyz, v0.xyz
nrm ft2.xyz, ft4.xyz
dp3 ft6.x, ft6.xyz, ft2.xyz
dp3 ft6.y, ft5.yxw, ft2.xyz
dp3 ft6.z, ft3.xyz, ft2.xyz
max ft0.xyz, ft0.xzy, fc13.z
min ft6.xyz, ft6.xzy, fc14.x
neg ft6.xyz, ft6.xyz
pow ft6.xyz, ft6.xyz, fc11.x
add ft0.xyz, ft0.xyz, ft6.xyz
dp3 ft1.w, ft4.xyz, ft4.xyz
sqt ft1, ft1.xzyw
div ft1.x, ft1.x, fc6.x
div ft1.y, ft1.y, fc7.x
div ft1.z, ft1.z, fc8.x
sub ft1.xyz, fc14.y, ft1.xyz
sub ft1.w, ft1.w, fc14.z
div ft1.w, ft1.w, fc14.w
sat ft1, ft1
mul ft4.xyz, fc3.xyz, ft0.x
mul ft4.xyz, ft4.xyz, ft1.x
mul ft0.xyw, fc4.yxxz, ft0.y
mul ft0.xyw, ft0.yxxw, ft1.y
mul ft4.w, fc13.w, ft1.w
add ft4, fc13.xxxy, ft4
add ft0.xyw, ft4.xyyz, ft0.xyyw
mul ft4.xyz, fc5.xyz, ft0.z
mul ft4.xyz, ft4.xyz, ft1.z
add ft4.xyz, ft0.xyw, ft4.xyz
tex ft0, v2.xy, fs0 <2d,linear,mipnone,repeat>
mul ft0.xyz, ft0.xyz, fc10.xyz
mul ft0.w, ft1.w, ft1.w
mul ft0, ft0.wxyz, ft4.wxyz
sub ft4.xyz, fc12.xyz, ft0.yzw
mul ft4.xyz, ft4.xyz, ft0.x
add ft0.yzw, ft4.xxyz, ft0.yyzw
mov ft0.x, fc10.w
mov oc, ft0.yzwx
