max vt0.xy, va0.xy, vc5.x
frc vt0.zw, vt0.xxxy
sub vt0.xy, vt0.xy, vt0.zw
mov vt1, vc[vt0.x]
add op, vt1, vc[vt0.x+1]
mov vt1, vc[vt0.y]
add v0, vt1, vc[vt0.y+1]
