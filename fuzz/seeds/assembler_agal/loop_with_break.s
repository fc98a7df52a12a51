add vt0.x, va0.x, va1.x
add vt1.x, va0.y, vc19.y
add vt0.y, vt0.x, va1.x
add vt0.z, vt0.y, va1.x
add vt0.w, vt0.z, va1.x
sge vt2, vt1.x, vt0.yzxw
mul vt1.y, vt2.z, vt2.x
mul vt1.z, vt1.y, vt2.y
mov vt2.x, vt0.y
mov vt2.y, vc4.x
ifl vt1.x, vt0.x
  mov vt2.x, vt0.x
  mov vt2.y, vc19.x
eif
mov vt2.xyz, vt2.xzy
ine vt1.y, vc19.x
  mov vt2.x, vt0.z
  mov vt2.yz, vc0.xxy
eif
ine vt1.z, vc19.x
  mov vt2.x, vt0.w
  mov vt2.yz, vc0.zzw
eif
mul vt1.z, vt1.z, vt2.w
add vt0.w, vt0.w, va1.x
ine vt1.z, vc19.x
  mov vt2.x, vt0.w
  mov vt2.yz, vc1.xxy
eif
add vt0.z, vt0.w, va1.x
add vt0.x, vt0.z, va1.x
add vt0.y, vt0.x, va1.x
sge vt3, vt1.x, vt0.wzxy
mul vt1.z, vt1.z, vt3.x
ine vt1.z, vc19.x
  mov vt2.x, vt0.z
  mov vt2.yz, vc1.zzw
eif
mul vt1.z, vt1.z, vt3.y
ine vt1.z, vc19.x
  mov vt2.x, vt0.x
  mov vt2.yz, vc2.xxy
eif
mul vt1.z, vt1.z, vt3.z
ine vt1.z, vc19.x
  mov vt2.x, vt0.y
  mov vt2.yz, vc2.zzw
eif
mul vt1.z, vt1.z, vt3.w
add vt3.w, vt0.y, va1.x
ine vt1.z, vc19.x
  mov vt2.x, vt3.w
  mov vt2.yz, vc3.xxy
eif
add vt3.z, vt3.w, va1.x
add vt3.y, vt3.z, va1.x
add vt3.x, vt3.y, va1.x
sge vt0, vt1.x, vt3.zwyx
mul vt0.y, vt1.z, vt0.y
ine vt0.y, vc19.x
  mov vt2.x, vt3.z
  mov vt2.yz, vc3.zzw
eif
mul vt0.x, vt0.y, vt0.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.y
  mov vt2.yz, vc4.xxy
eif
mul vt0.x, vt0.x, vt0.z
ine vt0.x, vc19.x
  mov vt2.x, vt3.x
  mov vt2.yz, vc4.zzw
eif
mul vt0.x, vt0.x, vt0.w
add vt3.x, vt3.x, va1.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.x
  mov vt2.yz, vc5.xxy
eif
add vt3.y, vt3.x, va1.x
add vt3.z, vt3.y, va1.x
add vt3.w, vt3.z, va1.x
sge vt4, vt1.x, vt3
mul vt0.x, vt0.x, vt4.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.y
  mov vt2.yz, vc5.zzw
eif
mul vt0.x, vt0.x, vt4.y
ine vt0.x, vc19.x
  mov vt2.x, vt3.z
  mov vt2.yz, vc6.xxy
eif
mul vt0.x, vt0.x, vt4.z
ine vt0.x, vc19.x
  mov vt2.x, vt3.w
  mov vt2.yz, vc6.zzw
eif
mul vt0.x, vt0.x, vt4.w
add vt4.w, vt3.w, va1.x
ine vt0.x, vc19.x
  mov vt2.x, vt4.w
  mov vt2.yz, vc7.xxy
eif
add vt4.z, vt4.w, va1.x
add vt4.y, vt4.z, va1.x
add vt4.x, vt4.y, va1.x
sge vt3, vt1.x, vt4
mul vt0.x, vt0.x, vt3.w
ine vt0.x, vc19.x
  mov vt2.x, vt4.z
  mov vt2.yz, vc7.zzw
eif
mul vt0.x, vt0.x, vt3.z
ine vt0.x, vc19.x
  mov vt2.x, vt4.y
  mov vt2.yz, vc8.xxy
eif
mul vt0.x, vt0.x, vt3.y
ine vt0.x, vc19.x
  mov vt2.x, vt4.x
  mov vt2.yz, vc8.zzw
eif
mul vt0.x, vt0.x, vt3.x
add vt3.x, vt4.x, va1.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.x
  mov vt2.yz, vc9.xxy
eif
add vt3.y, vt3.x, va1.x
add vt3.z, vt3.y, va1.x
add vt3.w, vt3.z, va1.x
sge vt4, vt1.x, vt3
mul vt0.x, vt0.x, vt4.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.y
  mov vt2.yz, vc9.zzw
eif
mul vt0.x, vt0.x, vt4.y
ine vt0.x, vc19.x
  mov vt2.x, vt3.z
  mov vt2.yz, vc10.xxy
eif
mul vt0.x, vt0.x, vt4.z
ine vt0.x, vc19.x
  mov vt2.x, vt3.w
  mov vt2.yz, vc10.zzw
eif
mul vt0.x, vt0.x, vt4.w
add vt4.w, vt3.w, va1.x
ine vt0.x, vc19.x
  mov vt2.x, vt4.w
  mov vt2.yz, vc11.xxy
eif
add vt4.z, vt4.w, va1.x
add vt4.y, vt4.z, va1.x
add vt4.x, vt4.y, va1.x
sge vt3, vt1.x, vt4
mul vt0.x, vt0.x, vt3.w
ine vt0.x, vc19.x
  mov vt2.x, vt4.z
  mov vt2.yz, vc11.zzw
eif
mul vt0.x, vt0.x, vt3.z
ine vt0.x, vc19.x
  mov vt2.x, vt4.y
  mov vt2.yz, vc12.xxy
eif
mul vt0.x, vt0.x, vt3.y
ine vt0.x, vc19.x
  mov vt2.x, vt4.x
  mov vt2.yz, vc12.zzw
eif
mul vt0.x, vt0.x, vt3.x
add vt3.x, vt4.x, va1.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.x
  mov vt2.yz, vc13.xxy
eif
add vt3.y, vt3.x, va1.x
add vt3.z, vt3.y, va1.x
add vt3.w, vt3.z, va1.x
sge vt4, vt1.x, vt3
mul vt0.x, vt0.x, vt4.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.y
  mov vt2.yz, vc13.zzw
eif
mul vt0.x, vt0.x, vt4.y
ine vt0.x, vc19.x
  mov vt2.x, vt3.z
  mov vt2.yz, vc14.xxy
eif
mul vt0.x, vt0.x, vt4.z
ine vt0.x, vc19.x
  mov vt2.x, vt3.w
  mov vt2.yz, vc14.zzw
eif
mul vt0.x, vt0.x, vt4.w
add vt4.w, vt3.w, va1.x
ine vt0.x, vc19.x
  mov vt2.x, vt4.w
  mov vt2.yz, vc15.xxy
eif
add vt4.z, vt4.w, va1.x
add vt4.y, vt4.z, va1.x
add vt4.x, vt4.y, va1.x
sge vt3, vt1.x, vt4
mul vt0.x, vt0.x, vt3.w
ine vt0.x, vc19.x
  mov vt2.x, vt4.z
  mov vt2.yz, vc15.zzw
eif
mul vt0.x, vt0.x, vt3.z
ine vt0.x, vc19.x
  mov vt2.x, vt4.y
  mov vt2.yz, vc16.xxy
eif
mul vt0.x, vt0.x, vt3.y
ine vt0.x, vc19.x
  mov vt2.x, vt4.x
  mov vt2.yz, vc16.zzw
eif
mul vt0.x, vt0.x, vt3.x
add vt3.x, vt4.x, va1.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.x
  mov vt2.yz, vc17.xxy
eif
add vt3.y, vt3.x, va1.x
add vt3.z, vt3.y, va1.x
add vt3.w, vt3.z, va1.x
sge vt4, vt1.x, vt3
mul vt0.x, vt0.x, vt4.x
ine vt0.x, vc19.x
  mov vt2.x, vt3.y
  mov vt2.yz, vc17.zzw
eif
mul vt0.x, vt0.x, vt4.y
ine vt0.x, vc19.x
  mov vt2.x, vt3.z
  mov vt2.yz, vc18.xxy
eif
mul vt0.x, vt0.x, vt4.z
ine vt0.x, vc19.x
  mov vt2.x, vt3.w
  mov vt2.yz, vc18.zzw
eif
mul vt0.x, vt0.x, vt4.w
ine vt0.x, vc19.x
  mov vt2.x, vt3.w
  mov vt2.yz, vc1.y
eif
mov op.xyz, vt2.xyz
mov op.w, vc1.x
